import { PassThrough } from 'node:stream';
import { calendarDayOf } from '#lib/kernel';
import type { StudyHorizon, StudyResult, StudyRow } from '#lib/studies';
import { CommandContext } from './command-context';
import { describeStudy } from './describe-study';
import { Output } from './output';
import type { Language } from './messages/define-messages';

const HORIZON: StudyHorizon = {
  ...{ horizon: 20, n: 1276, nEff: 311.4, days: 120, pending: 3 },
  ...{ hitRatePct: 59.34, hitRateLowPct: 53.3, hitRateHighPct: 65, baseRatePct: 49.1 },
  ...{ meanExcessPct: 3.4, meanExcessLowPct: 1.2, meanExcessHighPct: 5.6, medianExcessPct: 1.1 },
  ...{ meanNetPct: 3.1, worst5Pct: -9.25, meanMfePct: 9, meanMaePct: -5, delayedExits: 2, insufficient: false },
  ...{ winRatePct: 55, winBasePct: 50, meanOverControlsPct: 2, randomListP: 0.004, luckiestPct: 1 },
};
const RESULT: StudyResult = {
  ...{ days: 160, signals: 1400, cases: 1290, unfillable: 8, pending: 3, delisted: 0, groupHorizon: 20 },
  horizons: [HORIZON],
  ...{ byYear: [], byBoard: [], byCap: [], byTreatment: [], byRegime: [], halves: [], path: [], histogram: [] },
  ...{ best: [], worst: [] },
  tradability: {
    ...{ unfillablePct: 1, delayedPct: 1, medianAmount: 1e8, hitsPerDayMedian: 8, hitsPerDayMax: 90, meanGapPct: 0.2 },
  },
};
const STUDY: StudyRow = {
  ...{ id: 7, status: 'completed', screenId: 'vol_breakout', screenVersion: 2, params: {}, filters: {} },
  ...{ fromDate: calendarDayOf('2023-06-01'), toDate: calendarDayOf('2024-01-31'), horizons: [20], overlap: 'first' },
  costs: { commission_bp: 2.5, min_commission: 5, stamp: 'by_date', slippage_bp: 5, notional: 20_000 },
  ...{ dataVersion: 5, marketSource: 'demo', survivorship: 'complete', warnings: [], progress: 100, error: null },
  ...{ result: RESULT, variant: { number: 2, of: 3 }, startedBy: null, nightly: false },
  ...{ createdAt: '2024-03-04T08:00:00Z', startedAt: '2024-03-04T08:00:01Z', finishedAt: '2024-03-04T08:00:09Z' },
};

function describeIn(language: Language, study: StudyRow): string {
  const stream = new PassThrough();
  const readConfig = (): never => {
    throw new Error('a description needs no settings');
  };
  const options = { readConfig, command: '', stderr: stream };
  return describeStudy(study, new CommandContext(new Output({ stdout: stream, stderr: stream }), language, options));
}

const withHorizon = (changed: Partial<StudyHorizon>): StudyRow => ({
  ...STUDY,
  result: { ...RESULT, horizons: [{ ...HORIZON, ...changed }] },
});

it('a completed study is a sentence, its horizons, and what it lacks', () => {
  expect(describeIn('en', STUDY)).toBe(
    [
      'Study 7: vol_breakout, version 2, completed; variant 2 of 3 that were tried of this screen.',
      '2023-06-01 to 2024-01-31: 1,276 cases on 120 days; after 20 open days 59.3 % beat the median stock ' +
        '(95 %: 53.3 to 65.0); mean excess +3.4 % (+1.2 … +5.6), mean return after costs +3.1 %. ' +
        'Different from chance: better than the median stock.',
      '',
      'horizon      n  effective n  hit (%)         95 %  base (%)  mean excess (%)         95 %  net (%)  worst 5 % (%)  random-list p  enough',
      '     20  1,276        311.4     59.3  53.3 … 65.0      49.1             +3.4  +1.2 … +5.6     +3.1           -9.3          0.004  yes',
      '',
      'The market has the stocks that left the exchange: none of them is missing.',
    ].join('\n'),
  );
  expect(describeIn('zh', STUDY)).toContain(
    '2023-06-01 至 2024-01-31：120 天里 1,276 个样本；20 个交易日后 59.3% 跑赢中位股票（95%：53.3 至 65.0）；' +
      '平均超额 +3.4%（+1.2 … +5.6），扣费后平均收益 +3.1%。与运气有区别：跑赢中位股票。\n',
  );
});

it.each<[string, Partial<StudyHorizon>, string, string]>([
  [
    'holds zero',
    { meanExcessLowPct: -0.2 },
    '(-0.2 … +5.6), mean return after costs +3.1 %. Not different from chance.\n',
    '。与运气没有区别。\n',
  ],
  [
    'is of too few cases',
    { insufficient: true },
    'Too little to conclude: under 12 months or 30 effective cases.\n',
    '：不能下结论。\n',
  ],
  [
    'lies under zero',
    { meanExcessPct: -3, meanExcessLowPct: -4, meanExcessHighPct: -2, randomListP: 1 },
    'Different from chance: worse than the median stock.\n',
    '。与运气有区别：跑输中位股票。\n',
  ],
  [
    'is that of random lists too',
    { randomListP: 0.251 },
    'Not different from chance: the interval leaves zero out, but 25.1 % of random lists did as well.\n',
    '25.1% 的随机名单同样好：与运气没有区别。\n',
  ],
  [
    'is not known',
    { meanExcessLowPct: null, meanExcessHighPct: null },
    'mean excess +3.4 %, mean return after costs +3.1 %. Not different from chance.\n',
    '平均超额 +3.4%，扣费后平均收益 +3.1%。与运气没有区别。\n',
  ],
  ['has no case', { n: 0, hitRatePct: null }, 'end of its horizon. Too little to conclude.\n', '，不能下结论。\n'],
])('the conclusion from an interval that %s', (_what, changed, english, chinese) => {
  expect(describeIn('en', withHorizon(changed))).toContain(english);
  expect(describeIn('zh', withHorizon(changed))).toContain(chinese);
});

it.each([
  [{ status: 'running', progress: 35 } as const, 'running, 35 %.', '运行中，35%。'],
  [{ status: 'failed', progress: 35, error: 'no bars' } as const, 'failed: no bars', '失败：no bars'],
])('a study without figures: %j', (state, english, chinese) => {
  expect(describeIn('en', { ...STUDY, ...state, result: null })).toMatch(
    `Study 7: vol_breakout, version 2, ${english}\n`,
  );
  expect(describeIn('zh', { ...STUDY, ...state, result: null })).toMatch(
    `检验 7：选股 vol_breakout 第 2 版，${chinese}\n`,
  );
});
