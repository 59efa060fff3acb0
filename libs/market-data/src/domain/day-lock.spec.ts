import { type DayFacts, findLimitDown, findLimitUpBasis, findLimitUp, findLock } from './day-lock';

const day = (facts: Partial<DayFacts>): DayFacts =>
  ({
    tradeDate: '2025-12-17',
    high: 10.5,
    low: 10.5,
    close: 10.5,
    previousClose: 10,
    vendorLimitUp: null,
    vendorLimitDown: null,
    isSt: null,
    ...facts,
  }) as DayFacts;

describe('a stock of which nobody says whether it is ST', () => {
  it('was locked where it traded at its 5 % limit price alone', () => {
    expect(findLock('main', day({}))).toBe('limit_up');
    expect(findLimitUp('main', day({}))).toBe(10.5);
    expect(findLock('main', day({ high: 9.5, low: 9.5, close: 9.5 }))).toBe('limit_down');
  });

  it.each<[string, Partial<DayFacts>]>([
    ['it traded at other prices too', { low: 10.4 }],
    ['it is known not to be', { isSt: false }],
    ['the limit of ST stocks was 10 % by then', { tradeDate: '2026-07-06' as DayFacts['tradeDate'] }],
    ['the price is another', { high: 10.51, low: 10.51, close: 10.51 }],
  ])('has the limit of 10 %% where %s', (_why, facts) => {
    expect(findLimitUp('main', day(facts))).toBe(11);
    expect(findLock('main', day(facts))).not.toBe('limit_up');
  });

  it('has the limit of its board elsewhere', () => {
    expect(findLimitUp('star', day({}))).toBe(12);
  });
});

it('has no limit where the vendor says so, whatever the rule gives', () => {
  const free = day({ vendorLimitUp: 100_000, vendorLimitDown: 0, high: 9, low: 9, close: 9 });
  expect([findLimitUp('main', free), findLimitDown('main', free), findLimitUpBasis('main', free)]).toEqual([
    null,
    null,
    null,
  ]);
  expect(findLock('main', free)).toBe('one_price');
  expect(findLock('main', { ...free, vendorLimitDown: null })).toBe('one_price');
});

it('says where a limit price comes from', () => {
  expect(findLimitUpBasis('main', day({ vendorLimitUp: 11 }))).toBe('vendor');
  expect(findLimitUpBasis('main', day({ previousCloseBasis: 'ex_right' }))).toBe('rule');
  expect(findLimitUpBasis('main', day({ previousCloseBasis: 'adjusted' }))).toBe('rule_adjusted');
  expect(findLimitUpBasis('main', day({}))).toBe('rule_raw_close');
  expect(findLimitUpBasis('main', day({ previousClose: null }))).toBeNull();
});
