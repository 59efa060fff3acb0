import { renderTable } from './table';
import { terminalWidth } from './terminal-width';

describe('a table on a terminal', () => {
  it('counts two cells for Chinese and full-width characters', () => {
    expect(terminalWidth('abc')).toBe(3);
    expect(terminalWidth('平安银行')).toBe(8);
    expect(terminalWidth('ST鹭岚（退）')).toBe(12);
    expect(terminalWidth('…')).toBe(1);
  });

  it('aligns columns under their titles, numbers to the right', () => {
    const text = renderTable(
      [
        { title: 'name', cell: (row: { name: string; volume: string }) => row.name },
        { title: 'volume', align: 'right', cell: (row) => row.volume },
      ],
      [
        { name: '平安银行', volume: '12' },
        { name: 'TCL科技', volume: '3,456' },
      ],
    );
    expect(text).toBe(['name      volume', '平安银行      12', 'TCL科技    3,456'].join('\n'));
  });
});
