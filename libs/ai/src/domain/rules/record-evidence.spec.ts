import { calendarDayOf } from '#lib/kernel';
import type { AdjustedBar } from '#lib/market-data';
import { invalidationSide } from '#lib/tracking';
import { barsOf, type DrawnBar, stepped, walk, waveTo } from '../../../../../test/support/inputs/bar-series';
import type { DailyQuestion, WeeklyQuestion } from '../question';
import { answerByRules } from './answer-by-rules';
import { type EvidencedJudgement, readEvidence } from './record-evidence';
import { RULES_VERSION } from './thresholds';

const session = {
  ...{ sessionId: 1, code: '600000', stockName: null, summaryNote: null, currentPrimaryPhase: null },
  entryDate: calendarDayOf('2024-01-01'),
};
const getDay = (bars: readonly AdjustedBar[], back = 1) => bars.at(-back)?.tradeDate ?? calendarDayOf('2024-01-01');
const daily = (bars: readonly AdjustedBar[]): DailyQuestion => ({
  ...{ kind: 'daily', session, dataThrough: getDay(bars), days: [getDay(bars)], bars },
});
const weekly = (bars: readonly AdjustedBar[]): WeeklyQuestion => ({
  ...{ kind: 'weekly', session, dataThrough: getDay(bars), weeks: [getDay(bars)], csvText: '', rows: [], bars },
});
const judged = (...cycleEvents: EvidencedJudgement['cycleEvents'][number][]): EvidencedJudgement => ({
  ...{ cycleEvents, primaryPhaseHint: null },
});
const findEvidence = (bars: readonly AdjustedBar[], judgement: EvidencedJudgement, back = 1) => {
  const evidence = readEvidence(daily(bars))(getDay(bars, back), judgement);
  if (evidence === null) throw new Error('no evidence');
  return evidence;
};

const low = waveTo(9.35, 'down');
const dipped: DrawnBar[] = [...low, { high: 9.35, low: 9, close: 9.1, volume: 1000 }];
const sprung: DrawnBar[] = [...dipped, { high: 9.35, low: 9.1, close: 9.3, volume: 1000 }];
const tested: DrawnBar[] = [...sprung, stepped(9.3, 9.4), { high: 9.44, low: 9.35, close: 9.4, volume: 700 }];
const rising = waveTo(10.05, 'up');
const strong: DrawnBar[] = [...rising, { high: 10.3, low: 10.05, close: 10.26, volume: 1500 }];
const nearCreek = [...strong, ...walk(strong, 10.65)];
const leapt: DrawnBar[] = [...nearCreek, { high: 10.9, low: 10.65, close: 10.87, volume: 1500 }];

it('an event of the rules has the day and price at which it happened, with values and range', () => {
  const bars = barsOf(sprung);
  const { events, ranges, version, asOf } = findEvidence(bars, judged('SPRING'));
  expect({ version, asOf }).toEqual({ version: RULES_VERSION, asOf: getDay(bars) });
  expect(events).toEqual([
    {
      ...{ event: 'SPRING', recognisedOn: getDay(bars), happenedOn: getDay(bars, 2), price: 9 },
      ...{ rangeId: expect.stringMatching(/^box-\d{4}-\d\d-\d\d$/) as string },
      figures: { depthAtr: 1, bars: 1, rv: 1, clv: 0.8 },
    },
  ]);
  expect(ranges).toContainEqual({
    ...{ id: events[0]?.rangeId, from: events[0]?.rangeId?.slice(4), support: 9.2, resistance: 10.8 },
    ...{ side: 'both', origin: 'box', to: null },
  });
});

it('an event that only a model named has the close of the day', () => {
  const bars = barsOf(low);
  expect(findEvidence(bars, judged('TSO')).events).toEqual([
    {
      ...{ event: 'TSO', recognisedOn: getDay(bars), happenedOn: getDay(bars), price: 9.35, rangeId: null },
      figures: { rv: 1, clv: 0.25, trAtr: 1 },
    },
  ]);
});

it('the evidence contains each range of an event once', () => {
  const bars = barsOf(leapt);
  const { events, ranges } = findEvidence(bars, judged('JAC'));
  const ids = ranges.map(({ id }) => id);
  expect(ids).toContain(events[0]?.rangeId);
  expect(new Set(ids).size).toBe(ids.length);
});

it('the evidence contains the start and reason of the phase, what would end it and what would confirm it', () => {
  const bars = barsOf(tested);
  const { phase, invalidation, nextLook } = findEvidence(bars, judged('TEST'));
  expect(phase).toEqual({ since: getDay(bars), letter: 'C', reason: '吸筹区间，由 SPRING、TEST 判定' });
  expect(invalidation).toEqual({ rule: '吸筹：连续 5 日收于 S 9.2 之下则失效', price: 9.2 });
  expect(invalidation && invalidationSide(invalidation)).toBe('below');
  expect(nextLook).toBe('放量收于 10.16 之上（SOS）');
});

it('the trend line is the price that would end a trend', () => {
  const up = barsOf([...leapt, ...walk(leapt, 11.4)]);
  const { phase, invalidation, nextLook } = findEvidence(up, judged());
  expect(phase.letter).toBe('E');
  expect(invalidation).toEqual({ rule: '上涨：连续 5 日收于趋势线 10.8 之下则失效', price: 10.8 });
  expect(nextLook).toMatch(/^回踩不破 60 日均线 [\d.]+ 后再创新高$/);
  expect(findEvidence(barsOf(low), judged()).invalidation).toBeNull();
});

it('a reading ends above a falling trend line', () => {
  const mirrored = [...leapt, ...walk(leapt, 11.4)].map(({ high, low: lowest, close, volume }): DrawnBar => ({
    ...{ high: 20 - lowest, low: 20 - high, close: 20 - close, volume },
  }));
  const { invalidation } = findEvidence(barsOf(mirrored), judged());
  expect(invalidation?.rule).toMatch(/^下跌/);
  expect(invalidation && invalidationSide(invalidation)).toBe('above');
});

it('the reason names a phase of the record that differs from that of the rules', () => {
  const { phase } = findEvidence(barsOf(tested), { cycleEvents: [], primaryPhaseHint: 'markdown' });
  expect(phase.reason).toBe('规则所读为吸筹，与记录（下跌）不同：吸筹区间，由 SPRING、TEST 判定');
});

it('the evidence of a week comes from the bars of weeks', () => {
  const bars = barsOf(sprung.flatMap((bar) => Array.from({ length: 5 }, () => bar)));
  const read = readEvidence(weekly(bars));
  const evidence = read(getDay(bars), judged('SPRING'));
  expect(evidence?.events[0]).toMatchObject({ happenedOn: getDay(bars, 6), recognisedOn: getDay(bars), price: 9 });
  expect(evidence?.nextLook).toContain('26 周均线');
  expect(read(calendarDayOf('2029-01-05'), judged())).toBeNull();
});

it('the evidence uses nothing after the day, and the end of a range only when it has happened', () => {
  const bars = barsOf([...sprung, ...walk(sprung, 11.5)]);
  const early = findEvidence(bars, judged('SPRING'), bars.length - sprung.length + 1);
  expect({ ...early, asOf: null }).toEqual({ ...findEvidence(barsOf(sprung), judged('SPRING')), asOf: null });
});

it('the bars of a question are analysed once, for the judgements of the rules and for evidence', () => {
  const bars = barsOf(sprung);
  let reads = 0;
  const counted = (question: DailyQuestion | WeeklyQuestion) =>
    Object.defineProperty({ ...question }, 'bars', {
      get: () => {
        reads += 1;
        return bars;
      },
    });
  for (const question of [counted(daily(bars)), counted(weekly(bars))]) {
    reads = 0;
    const [judged] = answerByRules(question).judgements;
    const readOnce = reads;
    expect(judged && readEvidence(question)(judged.date, judged.judgement)).toMatchObject({ asOf: getDay(bars) });
    expect(readOnce).toBeGreaterThan(0);
    expect(reads).toBe(readOnce);
  }
});
