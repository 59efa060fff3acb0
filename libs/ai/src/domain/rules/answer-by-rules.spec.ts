import { calendarDayOf } from '#lib/kernel';
import type { AdjustedBar } from '#lib/market-data';
import { MAX_EVENTS, MAX_SUB_TAGS, type PrimaryPhase, SUB_TAGS } from '#lib/tracking';
import { barsOf, type DrawnBar, stepped, walk, waveTo } from '../../../../../test/support/bar-series';
import type { DailyQuestion, WeeklyQuestion } from '../question';
import { answerByRules } from './answer-by-rules';
import { MAX_EVENTS_A_DAY, MAX_TAGS_A_DAY } from './thresholds';

const session = (currentPrimaryPhase: PrimaryPhase | null) => ({
  ...{ sessionId: 1, code: '600000', stockName: null, summaryNote: null, currentPrimaryPhase },
  entryDate: calendarDayOf('2024-01-01'),
});

function lastDay(bars: readonly AdjustedBar[]) {
  return bars.at(-1)?.tradeDate ?? calendarDayOf('2024-01-01');
}

function daily(bars: readonly AdjustedBar[], phase: PrimaryPhase | null = null, days = [lastDay(bars)]): DailyQuestion {
  return { kind: 'daily', session: session(phase), dataThrough: lastDay(bars), days, bars };
}

function weekly(bars: readonly AdjustedBar[], weeks = [lastDay(bars)]): WeeklyQuestion {
  return { kind: 'weekly', session: session(null), dataThrough: lastDay(bars), weeks, csvText: '', rows: [], bars };
}

const judgedLast = (bars: readonly AdjustedBar[], phase: PrimaryPhase | null = null) => {
  const judgement = answerByRules(daily(bars, phase)).judgements[0]?.judgement;
  if (judgement === undefined) throw new Error('not judged');
  return judgement;
};

const rising = waveTo(10.05, 'up');
const SOS: DrawnBar = { high: 10.3, low: 10.05, close: 10.26, volume: 1500 };
const strong = [...rising, SOS];
const low = waveTo(9.35, 'down');
const dipped: DrawnBar[] = [...low, { high: 9.35, low: 9, close: 9.1, volume: 1000 }];
const sprung: DrawnBar[] = [...dipped, { high: 9.35, low: 9.1, close: 9.3, volume: 1000 }];
/** A leap over R, and days over it. */
const nearCreek = waveTo(10.65, 'up');
const leapt: DrawnBar[] = [...nearCreek, { high: 10.9, low: 10.65, close: 10.87, volume: 1500 }];
const markedUp = [...leapt, ...walk(leapt, 11.4)];

it('keeps to the limits of records', () => {
  expect([MAX_EVENTS_A_DAY, MAX_TAGS_A_DAY]).toEqual([MAX_EVENTS, MAX_SUB_TAGS]);
});

it('says which rule fired with which figures, and that it is the rules model', () => {
  expect(judgedLast(barsOf(strong))).toMatchInlineSnapshot(`
   {
     "alignFlag": "neutral",
     "cycleEvents": [
       "SOS",
     ],
     "cycleSubTags": [
       "phase_d",
       "trading_range",
       "volume_expansion",
     ],
     "evidenceNote": "模型 rules（rules-v1），数据至 2024-11-22。
   SOS：收盘 10.26，涨 2.1 %（1.05 ATR），TR 1.25 ATR，RV 1.5，CLV 0.84，区间 S 9.2–R 10.8。
   供需：近 10 日涨量/跌量 9.5（≥1.3 需求，≤0.77 供应），需求占优。
   阶段 吸筹：吸筹区间，由 SOS 判定（第 1 日），与会话主阶段无明显关系。",
     "primaryPhaseHint": "accumulation",
     "supplyDemand": "demand_dominant",
   }
  `);
});

it('names the day on which an event happened where it is recognised later', () => {
  const bars = barsOf(sprung);
  const judgement = judgedLast(bars);
  expect(judgement.cycleEvents).toEqual(['SPRING']);
  expect(judgement.evidenceNote).toContain(
    `SPRING（发生于 ${bars.at(-2)?.tradeDate ?? ''}）：低点 9 跌破 S 9.2 达 1 ATR，1 日内收回 9.3`,
  );
  expect(judgement.cycleSubTags).toEqual(expect.arrayContaining(['shakeout', 'phase_c', 'trading_range']));
});

it('says why a day has no judgement', () => {
  const bars = barsOf(rising);
  const sunday = calendarDayOf('2024-01-07');
  expect(answerByRules(daily(bars, null, [sunday]))).toEqual({
    judgements: [],
    outlook: null,
    items: [],
    errors: [{ date: sunday, field: null, error: 'no bar on 2024-01-07' }],
  });
});

it('is unclassified with few bars, and empty without any', () => {
  expect(judgedLast(barsOf(rising.slice(0, 119)))).toMatchObject({ primaryPhaseHint: 'unclassified' });
  expect(judgedLast(barsOf(rising.slice(0, 120)))).toMatchObject({ primaryPhaseHint: 'transition' });
  expect(answerByRules({ ...weekly([]), weeks: [] })).toEqual({
    judgements: [],
    outlook: '震荡',
    items: [],
    errors: [],
  });
});

describe('phases', () => {
  const phaseAfter = (...more: DrawnBar[][]) => judgedLast(barsOf(more.flat())).primaryPhaseHint;

  it('a spring or a sign of strength begins accumulation, a sign of weakness distribution', () => {
    expect(phaseAfter(strong)).toBe('accumulation');
    expect(phaseAfter(sprung)).toBe('accumulation');
    const falling = waveTo(9.95, 'down');
    expect(phaseAfter(falling, [{ high: 9.95, low: 9.7, close: 9.74, volume: 1500 }])).toBe('distribution');
  });

  it('five closes over a range that a sign has left are markup, four are not', () => {
    expect(phaseAfter(leapt)).toBe('accumulation');
    expect(phaseAfter(leapt, walk(leapt, 11.27))).toBe('accumulation');
    expect(phaseAfter(leapt, walk(leapt, 11.37))).toBe('markup');
  });

  it('markup ends with five closes back under the edge or the mean', () => {
    const back = [...markedUp, { high: 11.4, low: 10.6, close: 10.7, volume: 1000 }];
    const idle = (count: number) => Array.from({ length: count }, () => stepped(10.7, 10.7));
    expect(phaseAfter(back, idle(3))).toBe('markup');
    expect(phaseAfter(back, idle(4))).toBe('transition');
  });

  it('leaving a range without a sign is transition', () => {
    const before = [...sprung, ...walk(sprung, 10.75)];
    expect(phaseAfter(before)).toBe('accumulation');
    expect(phaseAfter(before, walk(before, 11.3))).toBe('transition');
  });

  it('five closes over a rising mean are markup without a range', () => {
    const climb = walk(rising, 13);
    expect(phaseAfter(rising, climb)).toBe('markup');
  });
});

describe('align_flag speaks of the session alone', () => {
  it.each([
    ['accumulation', 'aligned'],
    ['markup', 'aligned'],
    ['distribution', 'diverging'],
    ['markdown', 'diverging'],
    ['transition', 'neutral'],
    ['unclassified', 'neutral'],
    [null, 'neutral'],
  ] as const)('a sign of strength on a session in %s is %s', (phase, flag) => {
    expect(judgedLast(barsOf(strong), phase).alignFlag).toBe(flag);
  });
});

describe('supply and demand of the last 10 bars', () => {
  /** Ten bars that go up and down in turn, on the given volumes. */
  const turns = (up: number, down: number) =>
    Array.from({ length: 10 }, (_, index) =>
      index % 2 === 0 ? stepped(10.05, 10.15, up) : stepped(10.15, 10.05, down),
    );
  it.each([
    [1300, 1000, 'demand_dominant'],
    [1299, 1000, 'balanced'],
    [771, 1000, 'balanced'],
    [770, 1000, 'supply_dominant'],
  ])('%d up against %d down is %s', (up, down, word) => {
    expect(judgedLast(barsOf([...rising, ...turns(up, down)])).supplyDemand).toBe(word);
  });
  it('is null with fewer bars, and balanced where nothing moves', () => {
    expect(judgedLast(barsOf(rising.slice(0, 10))).supplyDemand).toBeNull();
    const still = Array.from({ length: 12 }, () => stepped(10, 10));
    expect(judgedLast(barsOf(still)).supplyDemand).toBe('balanced');
  });
});

describe('tags', () => {
  const wave = barsOf(waveTo(9.65, 'down').concat(waveTo(9.65, 'down').slice(-60)));
  const last = wave.at(-1);
  const withLast = (change: Partial<AdjustedBar>) =>
    judgedLast([...wave.slice(0, -1), ...(last === undefined ? [] : [{ ...last, ...change }])]).cycleSubTags;
  const lockedAt = (price: number) => ({
    ...{ high: price, low: price, close: price, open: price },
    ...{ adjHigh: price, adjLow: price, adjClose: price, adjOpen: price },
  });

  it.each<[string, Partial<AdjustedBar>]>([
    ['one_price_up', lockedAt(10)],
    ['one_price_down', lockedAt(9.5)],
    ['limit_up', { upLimit: 9.65 }],
    ['limit_up_opened', { upLimit: 9.7, high: 9.7 }],
    ['limit_down', { downLimit: 9.65 }],
    ['ex_right', { close: 8, high: 8.1, low: 7.9 }],
    ['gap_up', { adjHigh: 10.2, adjLow: 9.95, adjClose: 10 }],
    ['gap_down', { adjHigh: 9.6, adjLow: 9.5, adjClose: 9.55 }],
    ['new_high_250', { adjHigh: 12 }],
    ['new_low_250', { adjLow: 8 }],
    ['ground_volume', { adjVolume: 999 }],
    ['volume_dry_up', { adjVolume: 500 }],
    ['volume_expansion', { adjVolume: 1500 }],
    ['climactic_volume', { adjVolume: 3000 }],
    ['no_supply', { adjVolume: 700, adjHigh: 9.75, adjLow: 9.63 }],
    ['effort_no_result', { adjVolume: 2000, adjClose: 9.7 }],
    ['ease_of_movement', { adjClose: 9.45, adjLow: 9.4 }],
    ['breakdown', { adjClose: 9.1, adjLow: 9 }],
    ['breakout', { adjClose: 10.9, adjHigh: 11 }],
  ])('%s', (tag, change) => {
    expect(withLast({})).not.toContain(tag);
    expect(withLast(change)).toContain(tag);
  });

  it('tells a change of ST and the end of a suspension', () => {
    const flags = wave.map((bar, index) => ({ ...bar, isSt: index === wave.length - 1 }));
    expect(judgedLast(flags).cycleSubTags).toContain('st_change');
    expect(withLast({ isResumption: true })).toContain('resumption');
    expect(withLast({ tradeDate: calendarDayOf('2030-01-01') })).not.toContain('resumption');
  });

  it('are at most eight, each once, from the list', () => {
    const tags = withLast({ ...lockedAt(12), upLimit: 12, isResumption: true, adjVolume: 1 });
    expect(tags.length).toBeLessThanOrEqual(MAX_SUB_TAGS);
    expect(new Set(tags).size).toBe(tags.length);
    expect(SUB_TAGS).toEqual(expect.arrayContaining([...tags]));
  });
});

describe('a week', () => {
  it('carries the strongest events of its days, the phase of its end and an outlook', () => {
    const bars = barsOf(strong);
    const { judgements, outlook } = answerByRules(weekly(bars));
    expect(judgements).toHaveLength(1);
    expect(judgements[0]?.judgement).toMatchObject({ primaryPhaseHint: 'accumulation', cycleEvents: ['SOS'] });
    expect(judgements[0]?.judgement.evidenceNote).toMatch(/^模型 rules（rules-v1），数据至 .*，本周 \d 根日线/);
    expect(outlook).toBe('上涨');
  });

  it('sees the days up to its end only', () => {
    const bars = barsOf([...strong, ...walk(strong, 9.3)]);
    const end = bars[strong.length - 1]?.tradeDate ?? lastDay(bars);
    const [early] = answerByRules(weekly(bars, [end])).judgements;
    expect(early?.judgement).toEqual(answerByRules(weekly(barsOf(strong), [end])).judgements[0]?.judgement);
  });

  it('has an outlook by points', () => {
    expect(answerByRules(weekly(barsOf(waveTo(10.05, 'up').slice(0, 118)))).outlook).toBe('震荡');
    expect(answerByRules(weekly(barsOf(markedUp))).outlook).toBe('上涨');
    const falling = waveTo(9.95, 'down');
    const fell = [...falling, { high: 9.95, low: 9.7, close: 9.74, volume: 1500 }];
    expect(answerByRules(weekly(barsOf(fell))).outlook).toBe('下跌');
  });

  it('says where it has no bar', () => {
    const end = calendarDayOf('2029-01-05');
    expect(answerByRules(weekly(barsOf(strong), [end])).errors).toEqual([
      { date: end, field: null, error: 'no bar in the week to 2029-01-05' },
    ]);
  });
});
