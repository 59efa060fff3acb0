import { calendarDayOf } from '#lib/kernel';
import { TradingCalendar } from '#lib/market-data';
import { type AutoCloseFacts, firedRules, type TradedBar } from './auto-close';
import type { CycleEvent, PrimaryPhase } from './vocabulary';

const calendar = TradingCalendar.published();
const day = calendarDayOf;
const ENTRY = day('2025-11-03');
const LAST = day('2025-12-19');

/** Quiet bars around 10 yuan with a true range of 0.4 from September on; `closes` and `changes` by day. */
function bars(closes: Record<string, number> = {}, changes: Record<string, Partial<TradedBar>> = {}): TradedBar[] {
  let preClose = 10;
  return calendar.openDaysBetween(day('2025-09-15'), LAST).map((tradeDate) => {
    const close = closes[tradeDate] ?? 10;
    const bar = { tradeDate, open: close, high: close + 0.2, low: close - 0.2, close, preClose, ...changes[tradeDate] };
    preClose = bar.close;
    return bar;
  });
}

const facts = (changes: Partial<AutoCloseFacts> = {}): AutoCloseFacts => ({
  entryDate: ENTRY,
  entryClose: 10,
  primaryPhase: 'transition',
  completedWeeks: [],
  newestDaily: undefined,
  newestRecord: LAST,
  bars: bars(),
  limitPercent: 10,
  drawdownPercent: 15,
  countOpenDays: (from, to) => calendar.countOpenDays(from, to),
  ...changes,
});

const fired = (changes: Partial<AutoCloseFacts>): string[] => firedRules(facts(changes)).map(({ rule }) => rule);

it('a quiet session fires nothing', () => {
  expect(fired({})).toEqual([]);
  expect(fired({ bars: [] })).toEqual([]);
});

describe('weekly_markdown', () => {
  const week = (weekEndDate: string, hint: PrimaryPhase | null) => ({ weekEndDate: day(weekEndDate), hint });

  it('fires when the two newest weeks hint markdown', () => {
    const completedWeeks = [week('2025-12-19', 'markdown'), week('2025-12-12', 'markdown')];
    expect(firedRules(facts({ completedWeeks }))).toEqual([
      {
        rule: 'weekly_markdown',
        detail: 'the weeks that ended on 2025-12-12 and 2025-12-19 both hint markdown',
        tradeDate: '2025-12-19',
      },
    ]);
  });

  it.each([
    [[week('2025-12-19', 'markdown')]],
    [[week('2025-12-19', 'markdown'), week('2025-12-12', null), week('2025-12-05', 'markdown')]],
    [[week('2025-12-19', 'distribution'), week('2025-12-12', 'markdown')]],
  ])('else stays silent (%#)', (completedWeeks) => {
    expect(fired({ completedWeeks })).toEqual([]);
  });
});

describe('structure_failed', () => {
  it.each<[CycleEvent[], PrimaryPhase | null, boolean]>([
    [['FTI'], 'distribution', true],
    [['ST', 'FTI'], null, true],
    [['SOW'], 'accumulation', true],
    [['SOW'], 'markup', true],
    [['SOW'], 'distribution', false],
    [['SOW'], 'transition', false],
    [['SOW'], null, false],
    [['LPSY'], 'markup', false],
    [[], 'markup', false],
  ])('%j in %s: %s', (events, primaryPhase, fires) => {
    const newestDaily = { tradeDate: day('2025-12-18'), events };
    const rules = firedRules(facts({ newestDaily, primaryPhase }));
    expect(rules.map(({ rule, tradeDate }) => [rule, tradeDate])).toEqual(
      fires ? [['structure_failed', '2025-12-18']] : [],
    );
  });
});

describe('entry_drawdown', () => {
  const last = (close: number) => bars({}, { [LAST]: { open: close, high: 10, low: close, close } });

  it.each([
    [15, 8.5, false],
    [15, 8.49, true],
    [25, 8.49, false],
    [25, 7.5, false],
    [25, 7.49, true],
    [30, 7.0, false],
    [30, 6.99, true],
  ])('of more than %s %%, entered at 10, closes at %s: %s', (drawdownPercent, close, fires) => {
    expect(fired({ drawdownPercent, bars: last(close) }).includes('entry_drawdown')).toBe(fires);
  });

  it('is silent without an entry close', () => {
    expect(fired({ entryClose: null, bars: last(5) })).not.toContain('entry_drawdown');
  });

  it('reads a bonus issue as such, and says nothing of an unexplained gap', () => {
    // One new share for each old one on 2025-12-15: 10 yuan become 5.
    const halved = (preClose: number | null) =>
      bars({}).map((bar) =>
        bar.tradeDate < '2025-12-15'
          ? bar
          : { ...bar, open: 5, high: 5.1, low: 4.9, close: 5, preClose: bar.tradeDate === '2025-12-15' ? preClose : 5 },
      );
    expect(fired({ bars: halved(5) })).toEqual([]);
    expect(fired({ bars: halved(null) })).toEqual([]);
    // With the vendor's word that nothing was paid, it is a fall.
    expect(fired({ bars: halved(10) })).toContain('entry_drawdown');
  });

  it('still compares raw prices where no bar has a previous close and no gap lies between', () => {
    const falling = bars(
      { '2025-12-16': 9.2, '2025-12-17': 8.9, '2025-12-18': 8.6, '2025-12-19': 8.4 },
      Object.fromEntries(bars().map((bar) => [bar.tradeDate, { preClose: null }])),
    );
    expect(fired({ bars: falling })).toContain('entry_drawdown');
  });
});

describe('entry_low_broken', () => {
  // The entry day's low is 9.8, the ATR 0.4: closes below 9.4 break it.
  it.each([
    [9.39, 9.39, true],
    [9.4, 9.39, false],
    [9.39, 9.4, false],
  ])('closes of %s and %s: %s', (first, second, fires) => {
    const closes = { '2025-12-18': first, '2025-12-19': second };
    const rules = firedRules(facts({ bars: bars(closes) }));
    expect(rules.map(({ rule, tradeDate }) => [rule, tradeDate])).toEqual(
      fires ? [['entry_low_broken', '2025-12-19']] : [],
    );
  });

  it('carries the low over an ex-right day, between the two closes too', () => {
    const ex = { '2025-12-19': { open: 4.69, high: 4.7, low: 4.6, close: 4.69, preClose: 4.695 } };
    expect(fired({ bars: bars({ '2025-12-18': 9.39 }, ex) })).toEqual(['entry_low_broken']);
    const above = { '2025-12-19': { open: 4.71, high: 4.8, low: 4.7, close: 4.71, preClose: 4.695 } };
    expect(fired({ bars: bars({ '2025-12-18': 9.39 }, above) })).toEqual([]);
  });

  it('is silent without a bar on the entry date, or with fewer than 22 bars', () => {
    const broken = bars({ '2025-12-18': 9.3, '2025-12-19': 9.3 });
    expect(fired({ bars: broken.filter((bar) => bar.tradeDate !== ENTRY) })).toEqual([]);
    const late = broken.at(-20)?.tradeDate ?? ENTRY;
    expect(fired({ entryDate: late, bars: broken.slice(-21) })).toEqual([]);
    expect(fired({ entryDate: late, bars: broken.slice(-22) })).toEqual(['entry_low_broken']);
  });
});

describe('stale', () => {
  const before = (count: number) => calendar.nthOpenDayBefore(LAST, count);

  it.each([
    [59, []],
    [60, ['stale']],
  ])('%s open days after the newest record: %j', (count, rules) => {
    expect(fired({ newestRecord: before(count) })).toEqual(rules);
  });

  it('counts from the entry date where there is no record', () => {
    expect(fired({ newestRecord: null, entryDate: before(60), entryClose: null })).toEqual(['stale']);
    expect(fired({ newestRecord: null, entryDate: before(59), entryClose: null })).toEqual([]);
  });

  it('waits while the market data stand still', () => {
    expect(fired({ newestRecord: before(70), bars: bars().filter((bar) => bar.tradeDate <= before(30)) })).toEqual([]);
  });
});
