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

describe('a stock whose ST status is unknown', () => {
  it('was locked if it traded only at its 5 % limit price', () => {
    expect(findLock('main', day({}))).toBe('limit_up');
    expect(findLimitUp('main', day({}))).toBe(10.5);
    expect(findLock('main', day({ high: 9.5, low: 9.5, close: 9.5 }))).toBe('limit_down');
  });

  it.each<[string, Partial<DayFacts>]>([
    ['it traded at other prices too', { low: 10.4 }],
    ['it is known not to be', { isSt: false }],
    ['the limit of ST stocks was 10 % by then', { tradeDate: '2026-07-06' as DayFacts['tradeDate'] }],
    ['the price is another', { high: 10.51, low: 10.51, close: 10.51 }],
  ])('has the limit of 10 %% if %s', (_why, facts) => {
    expect(findLimitUp('main', day(facts))).toBe(11);
    expect(findLock('main', day(facts))).not.toBe('limit_up');
  });

  it('has the limit of its board otherwise', () => {
    expect(findLimitUp('star', day({}))).toBe(12);
  });
});

it('a stock has no limit if the vendor reports none, whatever the rule gives', () => {
  const free = day({ vendorLimitUp: 100_000, vendorLimitDown: 0, high: 9, low: 9, close: 9 });
  expect([findLimitUp('main', free), findLimitDown('main', free), findLimitUpBasis('main', free)]).toEqual([
    null,
    null,
    null,
  ]);
  expect(findLock('main', free)).toBe('one_price');
  expect(findLock('main', { ...free, vendorLimitDown: null })).toBe('one_price');
});

it('a limit price comes with its source', () => {
  expect(findLimitUpBasis('main', day({ vendorLimitUp: 11 }))).toBe('vendor');
  expect(findLimitUpBasis('main', day({ previousCloseBasis: 'ex_right' }))).toBe('rule');
  expect(findLimitUpBasis('main', day({ previousCloseBasis: 'adjusted' }))).toBe('rule_adjusted');
  expect(findLimitUpBasis('main', day({}))).toBe('rule_raw_close');
  expect(findLimitUpBasis('main', day({ previousClose: null }))).toBeNull();
});
