import vectors from '../../../../../test/support/inputs/formulas/vectors.json';
import { findKdj } from './kdj';
import { findMacd } from './macd';

const { bars: columns, cases } = vectors;
const bars = columns.CLOSE.map((close, index) => ({
  ...{ close, high: columns.HIGH[index] ?? NaN, low: columns.LOW[index] ?? NaN },
}));
/** Relative above 1. */
const TOLERANCE = 1e-9;

function expectGolden(formula: string, found: readonly (number | null | undefined)[]): void {
  const values = cases.find((golden) => golden.formula === formula)?.values ?? [];
  expect(values).toHaveLength(found.length);
  const differences = values.flatMap((value, index) => {
    const other = found[index] ?? null;
    const same =
      value === null || other === null
        ? value === other
        : Math.abs(value - other) <= TOLERANCE * Math.max(1, Math.abs(value));
    return same ? [] : [{ index, value, other }];
  });
  expect(differences).toEqual([]);
}

describe('the panes have the values of the formula language', () => {
  it('MACD (12, 26, 9)', () => {
    const found = findMacd(bars);
    expectGolden(
      'MACD.DIF(12,26,9)',
      found.map(({ dif }) => dif),
    );
    expectGolden(
      'MACD.DEA(12,26,9)',
      found.map(({ dea }) => dea),
    );
    expectGolden(
      'MACD.MACD(12,26,9)',
      found.map(({ bar }) => bar),
    );
  });

  it('KDJ (9, 3, 3)', () => {
    const found = findKdj(bars);
    expectGolden(
      'KDJ.K(9,3,3)',
      found.map((value) => value?.k),
    );
    expectGolden(
      'KDJ.D(9,3,3)',
      found.map((value) => value?.d),
    );
    expectGolden(
      'KDJ.J(9,3,3)',
      found.map((value) => value?.j),
    );
  });
});

describe('bars that give no value', () => {
  it('too few for KDJ: none; MACD begins with the first', () => {
    expect(findKdj(bars.slice(0, 9)).map((value) => value === null)).toEqual([...Array<boolean>(8).fill(true), false]);
    expect(findMacd(bars.slice(0, 1))).toEqual([{ dif: 0, dea: 0, bar: 0 }]);
    expect(findMacd([])).toEqual([]);
    expect(findKdj([])).toEqual([]);
  });

  it('nine of one price: a gap, after which KDJ goes on from where it was', () => {
    const flat = Array.from({ length: 10 }, () => ({ close: 8, high: 8, low: 8 }));
    const found = findKdj([...bars.slice(0, 20), ...flat, { close: 9, high: 9, low: 8 }]);
    const [before, after] = [found[27]?.k ?? NaN, found[30]?.k ?? NaN];
    expect(found.slice(28, 30)).toEqual([null, null]);
    expect(after).toBeCloseTo((before * 2) / 3 + 100 / 3, 9);
  });
});
