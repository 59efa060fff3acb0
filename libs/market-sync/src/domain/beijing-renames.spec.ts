import { findBeijingRenames } from './beijing-renames';

const stock = (code: string, name: string | null, close: number | null, preClose: number | null = close) => ({
  code,
  name,
  close,
  preClose,
});

describe('findBeijingRenames', () => {
  it('pairs an old code with the 920 code of the same name and price', () => {
    const before = [stock('830799', '艾融软件', 30.5), stock('835185', '贝特瑞', 22), stock('920001', '甲乙', 9)];
    const after = [
      stock('920799', '艾融软件', 31, 30.5),
      stock('920185', '贝特瑞', 21, 22),
      stock('920001', '甲乙', 9),
    ];
    const { changes, unmatched } = findBeijingRenames(before, after);
    expect(changes.map(({ oldCode, newCode }) => [oldCode, newCode])).toEqual([
      ['830799', '920799'],
      ['835185', '920185'],
    ]);
    expect(unmatched).toEqual([]);
  });

  it('names what has another price, no twin, or two', () => {
    const before = [stock('830799', '甲', 30.5), stock('835185', '乙', 22), stock('835186', '丙', 1)];
    const after = [stock('920799', '甲', 31, 29), stock('920001', '丙', 1, 1), stock('920002', '丙', 1, 1)];
    expect(findBeijingRenames(before, after)).toEqual({ changes: [], unmatched: ['830799', '835185', '835186'] });
  });

  it('pairs a suspended stock by its name alone', () => {
    const found = findBeijingRenames([stock('830799', '甲', null)], [stock('920799', '甲', null)]);
    expect(found.changes).toHaveLength(1);
  });

  it('takes a stock that vanishes on a usual day for one that left', () => {
    expect(findBeijingRenames([stock('830799', '甲', 1)], [])).toEqual({ changes: [], unmatched: [] });
  });
});
