import fc from 'fast-check';
import type { CalendarDay } from '#lib/kernel';
import { readPositions } from './read-positions';

async function* pieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}
const RULES = { takesSold: false, latestDay: '2025-12-31' as CalendarDay };

const read = (text: string, size = 7) => readPositions(pieces(text, size), RULES);

const row = fc.record({
  code: fc.stringMatching(/^[0-9]{6}$/),
  quantity: fc.integer({ min: 1, max: 1e9 }),
  avgCost: fc.option(fc.integer({ min: -9_999_999, max: 9_999_999 }).map((cents) => cents / 100)),
  openedAt: fc.option(fc.constantFrom('1990-12-19', '2024-02-29', '2025-12-31')),
  note: fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\t', '\r\n', '\n', '贵', ' ') }),
});
const spellings = fc.record({
  code: fc.constantFrom('code', ' CODE ', 'Co_de', '证券代码', '证券 代码'),
  quantity: fc.constantFrom('quantity', 'Quantity', '证券数量', '持仓数量'),
  avgCost: fc.constantFrom('avg_cost', 'avgCost', 'Avg Cost', '成本价'),
  openedAt: fc.constantFrom('opened_at', 'OpenedAt', 'opened at'),
  note: fc.constantFrom('note', '备注', ''),
});
const FIELDS = ['code', 'quantity', 'avgCost', 'openedAt', 'note'] as const;

describe('a positions file', () => {
  it('is read alike in every dialect, order and spelling, wherever it is cut, with every row on its own line', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { maxLength: 8 }),
        fc.array(fc.nat({ max: 8 }), { maxLength: 3 }),
        spellings,
        fc.shuffledSubarray([...FIELDS], { minLength: FIELDS.length }),
        fc.constantFrom(',', ';', '\t'),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.record({ endsWithLine: fc.boolean(), formula: fc.boolean(), size: fc.integer({ min: 1, max: 30 }) }),
        async (rows, badBefore, names, order, delimiter, lineEnd, { endsWithLine, formula, size }) => {
          const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
          const lines: string[] = [order.map((field) => quoted(names[field])).join(delimiter)];
          const expectedBad: number[] = [];
          const lineCount = () => lines.join('\n').split(/\r\n|\n/).length;
          rows.forEach((values, index) => {
            badBefore
              .filter((at) => at === index)
              .forEach(() => {
                lines.push('', order.map((field) => (field === 'code' ? 'none' : '1')).join(delimiter));
                expectedBad.push(lineCount());
              });
            const cells = {
              code: formula ? quoted(`="${values.code}"`) : values.code,
              quantity: String(values.quantity),
              avgCost: values.avgCost === null ? '' : String(values.avgCost),
              openedAt: values.openedAt ?? '',
              note: quoted(values.note),
            };
            lines.push(order.map((field) => cells[field]).join(delimiter));
          });
          const file = await read(lines.join(lineEnd) + (endsWithLine ? lineEnd : ''), size);
          const last = new Map(
            rows.map(({ code, quantity, avgCost, openedAt }) => [code, { code, quantity, avgCost, openedAt }]),
          );
          expect(file.rows).toEqual(last);
          expect(file.duplicate).toBe(rows.length - last.size);
          expect(file.rejected.map(({ line }) => line)).toEqual(expectedBad);
        },
      ),
    );
  });

  it('may have blank lines before its header, and rows shorter or longer than it', async () => {
    const file = await read('\n \n\ncode,quantity,avg_cost\n600519,1\n000001,2,3,4,5\n300750\n,,\n');
    expect([...file.rows.keys()]).toEqual(['600519', '000001']);
    expect(file.rejected).toMatchObject([{ line: 7 }]);
  });

  it.each([
    ['a title', '资金股份查询\n'],
    ['the account and the day, with cells of their own', '客户号,1234,日期,2026-11-20\n\n币种：人民币,可用：1.00\n'],
    ['a name of the code without one of the quantity', '证券代码汇总\n证券代码,查询\n'],
  ])('may have %s above its header', async (_what, above) => {
    const file = await read(`${above}证券代码\t证券数量\n600000\t100\nx\t1\n`);
    expect([...file.rows.values()]).toEqual([{ code: '600000', quantity: 100, avgCost: null, openedAt: null }]);
    expect(file.rejected.map(({ line }) => line)).toEqual([above.split('\n').length + 2]);
  });

  it('is rejected by its first line if no line of the first twenty-one is a header', async () => {
    const text = (above: number) => `${'title\n'.repeat(above)}code,quantity\n600000,1\n`;
    expect((await read(text(20))).rows.size).toBe(1);
    await expect(read(text(21))).rejects.toThrow('its first line reads "title"');
  });

  it('keeps what a stray quote left behind, and reports how far the row ran', async () => {
    const file = await read('code,quantity\n600519,1\n"000001,2\n300750,3"\n002415,4\n');
    expect([...file.rows.keys()]).toEqual(['600519', '002415']);
    expect(file.rejected).toEqual([
      { line: 3, reason: expect.stringMatching(/^code must be .*\(a quoted cell runs on to line 4\)$/s) as string },
    ]);
  });

  it('keeps every row above a quote that never closes', async () => {
    const rows = Array.from({ length: 5000 }, (_, at) => `${String(at).padStart(6, '0')},1\n`).join('');
    const file = await read(`code,quantity\n${rows}"600519,1\n000001,2\n`, 100_000);
    expect(file.rows.size).toBe(5000);
    expect(file.rejected).toMatchObject([{ line: 5002 }]);
  });

  it('stops at an endless cell without running out of memory', async () => {
    const file = await read(`code,quantity\n600519,1\n"${'x'.repeat(1_200_000)}`, 100_000);
    expect(file.rows.size).toBe(1);
    expect(file.rejected).toMatchObject([{ line: 3 }]);
  });

  it.each([
    // 同花顺, as its order program exports holdings.
    ['证券代码,证券名称,股票余额,可用余额,冻结数量,成本价,市价', '600519,贵州茅台,300,100,0,1688.5,1700', 300, 1688.5],
    ['证券代码,证券名称,当前持仓,可用余额,参考成本价', '600519,贵州茅台,300,100,1688.5', 300, 1688.5],
    ['股票代码,持股数量,成本价格', '600519,300,1688.5', 300, 1688.5],
    ['证券代码,可用余额,实际数量,买入均价,摊薄成本价', '600519,100,300,1688.5,1600', 300, 1688.5],
    ['证券代码,实际数量,参考成本', '600519,300,1688.5', 300, 1688.5],
    ['证券代码,持仓,持仓成本', '600519,300,1688.5', 300, 1688.5],
    ['证券代码,拥股数量,摊薄成本价', '600519,300,1600', 300, 1600],
    ['证券代码,可用余额', '600519,100', 100, null],
  ])('has the columns of brokers by their names: %s', async (header, row, quantity, avgCost) => {
    async function* text(): AsyncGenerator<string> {
      yield `${header}\n${row}\n`;
    }
    const { rows } = await readPositions(text(), RULES);
    expect([...rows.values()]).toEqual([{ code: '600519', quantity, avgCost, openedAt: null }]);
  });

  it('passes on an error of its source', async () => {
    async function* broken(): AsyncGenerator<string> {
      yield 'code,quantity\n600519,1\n';
      throw new Error('the database went away');
    }
    await expect(readPositions(broken(), RULES)).rejects.toThrow('the database went away');
  });

  it.each([
    ['', 'no header line'],
    ['\n\n \n', 'no header line'],
    ['"code,quantity\n600519,1\n', 'header line of the file can not be read'],
    ['a,b\n', 'no column code'],
    ['code,证券代码,quantity\n', 'more than one column for code: code, 证券代码'],
  ])('is rejected completely if it is %j', async (text, message) => {
    await expect(read(text)).rejects.toMatchObject({
      code: 'unreadable_file',
      message: expect.stringContaining(message) as string,
    });
  });
});
