import { MEASURED_ON } from '#lib/ai';
import { answerByRules, barsNeededByRules, MEASURED_EVENTS } from '#lib/ai/testing';
import { addDays, calendarDayOf, mondayOf } from '#lib/kernel';
import type { AdjustedBar } from '#lib/market-data';
import { type CycleEvent, CYCLE_EVENT_NAMES, PRIMARY_PHASES } from '#lib/tracking';
import { readRealStocks } from '../bench/rules/real-stocks';
import { describeWithSharedData } from '../support/inputs/shared-data';

const MINUTES = 60_000;
/** Every sixth of the stocks in the order of their codes. */
const EVERY = 6;
const BARS_A_YEAR = 242.5;

/** First day of the span of `MEASURED_EVENTS`. */
const MEASURED_FROM = '2024-01-01';
/** By what factor the fires of these stocks, a sixth of the measured ones, may differ from the table of the measurement. */
const MAY_DIFFER = 1.25;
/** Rare ones: chance moves them more. */
const RARE_MAY_DIFFER = 1.6;
const RARE_PER_YEAR = 0.2;

describeWithSharedData('the rules model on real bars', () => {
  const stocks = new Map<string, readonly AdjustedBar[]>();

  beforeAll(() => {
    for (const { code, bars } of readRealStocks(EVERY)) stocks.set(code, bars);
  }, 5 * MINUTES);

  it(
    'fires each event about as often as measured',
    () => {
      const counts = new Map<CycleEvent, number>();
      let [bars, shakeouts] = [0, 0];
      for (const [code, series] of stocks) {
        bars += series.filter(({ tradeDate }) => tradeDate >= MEASURED_FROM).length;
        for (const { date, judgement } of judgeAll(code, series)) {
          if (date < MEASURED_FROM) continue;
          expect(judgement.cycleEvents.length).toBeLessThanOrEqual(2);
          if (judgement.cycleSubTags.includes('shakeout')) shakeouts += 1;
          for (const event of judgement.cycleEvents) counts.set(event, (counts.get(event) ?? 0) + 1);
        }
      }
      const years = bars / BARS_A_YEAR;
      const perYear = (...events: CycleEvent[]) =>
        events.reduce((sum, event) => sum + (counts.get(event) ?? 0), 0) / years;
      process.stdout.write(
        `${String(stocks.size)} stocks, ${String(bars)} bars: fires per stock and year; measured: ${MEASURED_ON}\n`,
      );
      for (const event of CYCLE_EVENT_NAMES)
        process.stdout.write(`  ${event.padEnd(7)} ${perYear(event).toFixed(3)}\n`);
      expect(stocks.size).toBeGreaterThanOrEqual(300);
      for (const event of CYCLE_EVENT_NAMES) expect([event, perYear(event) > 0]).toEqual([event, true]);
      for (const event of CYCLE_EVENT_NAMES) {
        const measured = MEASURED_EVENTS[event]?.perStockYear ?? NaN;
        const ratio = perYear(event) / measured;
        const factor = measured < RARE_PER_YEAR ? RARE_MAY_DIFFER : MAY_DIFFER;
        expect([event, ratio, ratio < factor && ratio > 1 / factor]).toEqual([event, ratio, true]);
      }
      // Many dips that are bought back are no event, only a tag.
      expect(shakeouts / years / perYear('SPRING', 'TSO')).toBeGreaterThan(1.3);
    },
    10 * MINUTES,
  );

  it(
    'returns every phase, and completes a drain of 300 sessions',
    () => {
      const phases = new Map<string, number>();
      const before = process.cpuUsage();
      let asked = 0;
      for (const [code, series] of [...stocks].filter(([, bars]) => bars.length > 450).slice(0, 300)) {
        const bars = series.slice(-450);
        const { judgements } = answerByRules({
          ...questionOf(code, bars),
          days: bars.slice(-10).map((bar) => bar.tradeDate),
        });
        asked += 1;
        for (const { judgement } of judgements) {
          const phase = judgement.primaryPhaseHint ?? 'none';
          phases.set(phase, (phases.get(phase) ?? 0) + 1);
        }
      }
      const { user, system } = process.cpuUsage(before);
      process.stdout.write(
        `${String(asked)} daily questions of 450 bars: ${((user + system) / 1e6).toFixed(2)} s of CPU; ${JSON.stringify([...phases])}\n`,
      );
      expect(asked).toBe(300);
      expect([...phases.keys()].sort()).toEqual(PRIMARY_PHASES.filter((phase) => phase !== 'unclassified').toSorted());
    },
    5 * MINUTES,
  );

  it('reads weeks, and returns an outlook of each kind', () => {
    const outlooks = new Set<string | null>();
    const events = new Set<CycleEvent>();
    for (const [code, series] of [...stocks].filter(([, bars]) => bars.length > 450).slice(0, 100)) {
      const bars = series.slice(-420);
      const weeks = bars.filter(
        ({ tradeDate }, index) => mondayOf(tradeDate) !== mondayOf(bars[index + 1]?.tradeDate ?? addDays(tradeDate, 7)),
      );
      const { judgements, outlook } = answerByRules({
        ...{ ...questionOf(code, bars), kind: 'weekly', csvText: '', rows: [] },
        weeks: weeks.slice(-8).map(({ tradeDate }) => tradeDate),
      });
      expect(judgements).toHaveLength(8);
      outlooks.add(outlook);
      for (const { judgement } of judgements) judgement.cycleEvents.forEach((event) => events.add(event));
    }
    expect([...outlooks].sort()).toEqual(['上涨', '下跌', '震荡'].sort());
    expect(events.size).toBeGreaterThan(8);
  });

  it('returns the same with the requested bars as with all of them, on nearly every day', () => {
    let [days, same] = [0, 0];
    for (const [code, series] of [...stocks].filter(([, bars]) => bars.length > 900).slice(0, 60)) {
      const asked = series.slice(-10).map((bar) => bar.tradeDate);
      const answers = [series, series.slice(-(barsNeededByRules + 10))].map((bars) =>
        answerByRules({ ...questionOf(code, bars), days: asked }).judgements.map(
          ({ judgement }) => judgement.cycleEvents,
        ),
      );
      asked.forEach((_, index) => {
        days += 1;
        if (JSON.stringify(answers[0]?.[index]) === JSON.stringify(answers[1]?.[index])) same += 1;
      });
    }
    process.stdout.write(
      `${String(same)} of ${String(days)} days carry the same events with ${String(barsNeededByRules)} bars before\n`,
    );
    expect(same / days).toBeGreaterThan(0.97);
  });
});

function questionOf(code: string, bars: readonly AdjustedBar[]) {
  const dataThrough = bars.at(-1)?.tradeDate ?? calendarDayOf('2025-12-31');
  const session = {
    ...{ sessionId: 1, code, stockName: null, currentPrimaryPhase: null, summaryNote: null },
    entryDate: calendarDayOf('2021-01-04'),
  };
  return { kind: 'daily' as const, session, dataThrough, bars };
}

function judgeAll(code: string, bars: readonly AdjustedBar[]) {
  return answerByRules({ ...questionOf(code, bars), days: bars.map(({ tradeDate }) => tradeDate) }).judgements;
}
