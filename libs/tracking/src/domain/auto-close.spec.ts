import { calendarDayOf } from '#lib/kernel';
import { TradingCalendar } from '#lib/market-data';
import { type AutoCloseFacts, type CarriedBar, firedRules, type TradedBar } from './auto-close';
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
    const bar = { tradeDate, high: close + 0.2, low: close - 0.2, close, preClose, ...changes[tradeDate] };
    preClose = bar.close;
    return bar;
  });
}

/** The bars beside what carries them to the last: what the previous closes tell. */
function carried(traded: readonly TradedBar[]): CarriedBar[] {
  let multiplier = 1;
  const backwards = traded.toReversed().map((bar, index, all) => {
    const own = { ...bar, multiplier };
    const before = all[index + 1];
    if (before !== undefined && bar.preClose !== null) multiplier *= bar.preClose / before.close;
    return own;
  });
  return backwards.reverse();
}

const facts = (changes: Partial<AutoCloseFacts> = {}): AutoCloseFacts => ({
  entryDate: ENTRY,
  entryClose: 10,
  primaryPhase: 'transition',
  completedWeeks: [],
  newestDaily: undefined,
  newestRecord: LAST,
  bars: carried(bars()),
  entryMultiplier: 1,
  drawdownPercent: 15,
  countOpenDays: (from, to) => calendar.countOpenDays(from, to),
  ...changes,
});

const fired = (changes: Partial<AutoCloseFacts>): string[] => firedRules(facts(changes)).map(({ rule }) => rule);

it('a quiet session fires no rule', () => {
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
  ])('does not fire otherwise (%#)', (completedWeeks) => {
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
  ])('on %j in %s: %s', (events, primaryPhase, fires) => {
    const newestDaily = { tradeDate: day('2025-12-18'), events };
    const rules = firedRules(facts({ newestDaily, primaryPhase }));
    expect(rules.map(({ rule, tradeDate }) => [rule, tradeDate])).toEqual(
      fires ? [['structure_failed', '2025-12-18']] : [],
    );
  });
});

describe('entry_drawdown', () => {
  const last = (close: number) => carried(bars({}, { [LAST]: { high: 10, low: close, close } }));

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

  it('does not fire without an entry close', () => {
    expect(fired({ entryClose: null, bars: last(5) })).not.toContain('entry_drawdown');
  });

  it('carries the entry close to the latest bar, and does not fire if the two are not comparable', () => {
    expect(fired({ entryMultiplier: 0.5, bars: last(4.26) })).not.toContain('entry_drawdown');
    expect(firedRules(facts({ entryMultiplier: 0.5, bars: last(4.24) }))).toMatchObject([
      { detail: 'the close 4.24 is 15.20 % below the entry close 5.00 (limit 15 %)' },
    ]);
    expect(fired({ entryMultiplier: null, bars: last(4.24) })).toEqual([]);
  });
});

describe('entry_low_broken', () => {
  // The entry day's low is 9.8, the ATR 0.4: closes below 9.4 break it.
  it.each([
    [9.39, 9.39, true],
    [9.4, 9.39, false],
    [9.39, 9.4, false],
  ])('after closes of %s and %s: %s', (first, second, fires) => {
    const closes = { '2025-12-18': first, '2025-12-19': second };
    const rules = firedRules(facts({ bars: carried(bars(closes)) }));
    expect(rules.map(({ rule, tradeDate }) => [rule, tradeDate])).toEqual(
      fires ? [['entry_low_broken', '2025-12-19']] : [],
    );
  });

  it('carries the low over an ex-right day, between the two closes too', () => {
    const ex = { '2025-12-19': { high: 4.7, low: 4.6, close: 4.69, preClose: 4.695 } };
    expect(fired({ entryMultiplier: 0.5, bars: carried(bars({ '2025-12-18': 9.39 }, ex)) })).toEqual([
      'entry_low_broken',
    ]);
    const above = { '2025-12-19': { high: 4.8, low: 4.7, close: 4.71, preClose: 4.695 } };
    expect(fired({ entryMultiplier: 0.5, bars: carried(bars({ '2025-12-18': 9.39 }, above)) })).toEqual([]);
  });

  it('does not fire without a bar on the entry date, or with fewer than 22 bars', () => {
    const broken = carried(bars({ '2025-12-18': 9.3, '2025-12-19': 9.3 }));
    expect(fired({ entryMultiplier: null, bars: broken })).toEqual([]);
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
  ])('at %s open days after the newest record: %j', (count, rules) => {
    expect(fired({ newestRecord: before(count) })).toEqual(rules);
  });

  it('counts from the entry date if there is no record', () => {
    expect(fired({ newestRecord: null, entryDate: before(60), entryClose: null })).toEqual(['stale']);
    expect(fired({ newestRecord: null, entryDate: before(59), entryClose: null })).toEqual([]);
  });

  it('waits while the market data stand still', () => {
    expect(
      fired({ newestRecord: before(70), bars: carried(bars()).filter((bar) => bar.tradeDate <= before(30)) }),
    ).toEqual([]);
  });
});
