import { calendarDayOf } from '#lib/kernel';
import type { AdjustedBar } from '#lib/market-data';
import { MAX_EVENTS, MAX_SUB_TAGS, type PrimaryPhase, SUB_TAGS } from '#lib/tracking';
import { barsOf, type DrawnBar, stepped, walk, waveTo } from '../../../../../test/support/inputs/bar-series';
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
/** A last point of support after it: the second event of its side. */
const supported: DrawnBar[] = [
  ...strong,
  { high: 10.28, low: 10.15, close: 10.2, volume: 700 },
  { high: 10.2, low: 10.05, close: 10.12, volume: 700 },
  { high: 10.3, low: 10.1, close: 10.25, volume: 1000 },
];
const low = waveTo(9.35, 'down');
const dipped: DrawnBar[] = [...low, { high: 9.35, low: 9, close: 9.1, volume: 1000 }];
const sprung: DrawnBar[] = [...dipped, { high: 9.35, low: 9.1, close: 9.3, volume: 1000 }];
const tested: DrawnBar[] = [...sprung, stepped(9.3, 9.4), { high: 9.44, low: 9.35, close: 9.4, volume: 700 }];
/** A leap over R after a sign of strength, and days over it. */
const nearCreek = [...strong, ...walk(strong, 10.65)];
const leapt: DrawnBar[] = [...nearCreek, { high: 10.9, low: 10.65, close: 10.87, volume: 1500 }];
const markedUp = [...leapt, ...walk(leapt, 11.4)];

it('an answer keeps to the limits of records', () => {
  expect([MAX_EVENTS_A_DAY, MAX_TAGS_A_DAY]).toEqual([MAX_EVENTS, MAX_SUB_TAGS]);
});

it('a note names the rules that fired with their values, and the rules model', () => {
  expect(judgedLast(barsOf(supported))).toMatchInlineSnapshot(`
   {
     "alignFlag": "neutral",
     "cycleEvents": [
       "LPS",
     ],
     "cycleSubTags": [
       "phase_d",
       "trading_range",
     ],
     "evidenceNote": "模型 rules（rules-v2），数据至 2024-11-27。
   LPS（发生于 2024-11-26）：SOS 后 3 日，回落 1.27 ATR 至 10.05，量缩，收 10.25 高于前一日高点，区间 S 9.2–R 10.8。
   供需：近 10 日涨量/跌量 6.07（≥1.3 需求，≤0.77 供应），需求占优。
   阶段 吸筹：吸筹区间，由 SOS、LPS 判定（第 1 日），与主阶段无明显关系。",
     "primaryPhaseHint": "accumulation",
     "supplyDemand": "demand_dominant",
   }
  `);
});

it('a note names the day on which an event happened if it is recognised later', () => {
  const bars = barsOf(sprung);
  const judgement = judgedLast(bars);
  expect(judgement.cycleEvents).toEqual(['SPRING']);
  expect(judgement.evidenceNote).toContain(
    `SPRING（发生于 ${bars.at(-2)?.tradeDate ?? ''}）：低点 9 跌破 S 9.2 达 1 ATR，1 日内收回 9.3`,
  );
  expect(judgement.cycleSubTags).toEqual(expect.arrayContaining(['shakeout', 'trading_range']));
  expect(judgedLast(barsOf(tested)).cycleSubTags).toEqual(expect.arrayContaining(['phase_c', 'trading_range']));
});

it('an error names the reason why a day has no judgement', () => {
  const bars = barsOf(rising);
  const sunday = calendarDayOf('2024-01-07');
  expect(answerByRules(daily(bars, null, [sunday]))).toEqual({
    judgements: [],
    outlook: null,
    items: [],
    errors: [{ date: sunday, field: null, error: 'no bar on 2024-01-07' }],
  });
});

it('an answer is unclassified with few bars, and empty without any', () => {
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

  const SOW: DrawnBar = { high: 9.95, low: 9.7, close: 9.74, volume: 1500 };
  const LPSY: DrawnBar[] = [
    { high: 9.85, low: 9.72, close: 9.8, volume: 700 },
    { high: 9.95, low: 9.8, close: 9.88, volume: 700 },
    { high: 9.9, low: 9.7, close: 9.75, volume: 1000 },
  ];
  const weak = [...waveTo(9.95, 'down'), SOW];

  it('two events of a side begin its range, one alone does not', () => {
    expect([phaseAfter(strong), phaseAfter(supported)]).toEqual(['transition', 'accumulation']);
    expect([phaseAfter(sprung), phaseAfter(tested)]).toEqual(['transition', 'accumulation']);
    expect([phaseAfter(weak), phaseAfter(weak, LPSY)]).toEqual(['transition', 'distribution']);
  });

  it('a selling climax and its rally are two events, a reaction in markup is one', () => {
    const fallen = [...low, ...walk(low, 8.9), { high: 9, low: 8.5, close: 8.8, volume: 2000 }];
    const rallied = [...fallen, ...walk(fallen, 9.1), { high: 9.1, low: 8.85, close: 8.95, volume: 1000 }];
    expect(phaseAfter(rallied)).toBe('accumulation');
    const climbed = [...markedUp, ...walk(markedUp, 12.45), { high: 12.9, low: 12.4, close: 12.6, volume: 3000 }];
    const sagged = [...climbed, ...walk(climbed, 12), { high: 12.3, low: 11.97, close: 12.05, volume: 1000 }];
    expect(judgedLast(barsOf(sagged)).cycleEvents).toEqual(['ARE']);
    expect(phaseAfter(sagged)).toBe('markup');
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
    const before = [...tested, ...walk(tested, 10.75)];
    expect(phaseAfter(before)).toBe('accumulation');
    expect(phaseAfter(before, walk(before, 11.3))).toBe('transition');
  });

  it('five closes over a rising mean are markup without a range', () => {
    const climb = walk(rising, 13);
    expect(phaseAfter(rising, climb)).toBe('markup');
  });
});

describe('align_flag depends on the session alone', () => {
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
  it('is null with fewer bars, and balanced if nothing moves', () => {
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

  it('contain a change of ST and the end of a suspension', () => {
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

describe('the strength compared with the market', () => {
  const bars = barsOf(strong);
  const market = bars.map(({ tradeDate }) => ({ tradeDate, medianChangePct: 0.1 }));

  it('is noted if the market of the last 20 days is known', () => {
    const note = answerByRules({ ...daily(bars), market }).judgements[0]?.judgement.evidenceNote;
    // 10.26 on 10.35 twenty bars before is -0.9 %, the market grew by 2 %.
    expect(note).toContain('相对强弱：近 20 日较市场中位数 -2.9 个百分点。');
    expect(judgedLast(bars).evidenceNote).not.toContain('相对强弱');
  });

  it('is not noted with a gap in the market, and changes nothing else', () => {
    const gap = market.toSpliced(-5, 1);
    expect(answerByRules({ ...daily(bars), market: gap })).toEqual(answerByRules(daily(bars)));
  });

  it('turns the outlook of what ran far ahead', () => {
    const climb = barsOf([...rising, ...walk(rising, 13)]);
    const readOutlook = (medianChangePct: number) =>
      answerByRules({ ...weekly(climb), market: climb.map(({ tradeDate }) => ({ tradeDate, medianChangePct })) })
        .outlook;
    expect([readOutlook(0), readOutlook(0.9)]).toEqual(['下跌', '震荡']);
  });
});

describe('a week', () => {
  /** Each bar as a week of five days that go nowhere between its low and its high. */
  const toWeeks = (drawn: readonly DrawnBar[]) => barsOf(drawn.flatMap((bar) => Array.from({ length: 5 }, () => bar)));
  const leap: DrawnBar = { high: 10.6, low: 10.05, close: 10.55, volume: 1500 };
  const weeks = [...rising, leap];

  it('reads the bars of weeks: their events, phase, supply and demand', () => {
    const { judgement } = answerByRules(weekly(toWeeks(weeks))).judgements[0] ?? {};
    expect(judgement).toMatchObject({ cycleEvents: ['SOS'], primaryPhaseHint: 'transition' });
    expect(judgement?.evidenceNote).toMatchInlineSnapshot(`
     "模型 rules（rules-v2），数据至 2028-06-30，按周线，本周 5 个交易日。
     SOS：收盘 10.55，涨 5 %（2.5 ATR），TR 2.75 ATR，RV 1.5，CLV 0.91，区间 S 9.2–R 10.8。
     供需：近 8 周涨量/跌量 无下跌周（≥1.3 需求，≤0.77 供应），需求占优。
     阶段 过渡：尚无区间或趋势（第 196 周），与主阶段无明显关系。"
    `);
    // The days of the last week go nowhere; the weeks rise.
    expect(judgement?.supplyDemand).toBe('demand_dominant');
  });

  it('needs forty weeks for a phase', () => {
    const readPhase = (count: number) => answerByRules(weekly(toWeeks(rising.slice(-count)))).judgements[0]?.judgement;
    expect(readPhase(39)?.primaryPhaseHint).toBe('unclassified');
    expect(readPhase(40)?.primaryPhaseHint).not.toBe('unclassified');
  });

  it('carries the facts of its days', () => {
    const bars = toWeeks(weeks).map((bar, index, all) =>
      index === all.length - 3 ? { ...bar, upLimit: bar.close } : bar,
    );
    expect(answerByRules(weekly(bars)).judgements[0]?.judgement.cycleSubTags).toContain('limit_up');
  });

  it('is no quieter for its holidays, nor while it runs', () => {
    const bars = toWeeks(weeks).slice(0, -3);
    expect(answerByRules(weekly(bars)).judgements[0]?.judgement).toMatchObject({ cycleEvents: ['SOS'] });
  });

  it('sees the days up to its end only, even if its week goes on', () => {
    const bars = toWeeks([...weeks, ...walk(weeks, 9.3)]);
    for (const end of [weeks.length * 5 - 1, weeks.length * 5 - 3]) {
      const day = bars[end]?.tradeDate ?? lastDay(bars);
      const [early] = answerByRules(weekly(bars, [day])).judgements;
      expect(early).toEqual(answerByRules(weekly(bars.slice(0, end + 1), [day])).judgements[0]);
    }
  });

  it('has an outlook by what was measured', () => {
    expect(answerByRules(weekly(barsOf(rising))).outlook).toBe('震荡');
    // Two events of accumulation, and no market data.
    expect(answerByRules(weekly(barsOf(supported))).outlook).toBe('上涨');
    // Markup is 2 down, the jump over R 2 more.
    expect(answerByRules(weekly(barsOf(markedUp))).outlook).toBe('下跌');
  });

  it('has an error if it has no bar', () => {
    const end = calendarDayOf('2029-01-05');
    expect(answerByRules(weekly(barsOf(strong), [end])).errors).toEqual([
      { date: end, field: null, error: 'no bar in the week to 2029-01-05' },
    ]);
  });
});
