import type { AdjustedBar } from '#lib/market-data';
import { type Judgement, SUB_TAGS } from '#lib/tracking';
import { dailyQuestion, fundamentalQuestion, weeklyQuestion } from '../../../../test/support/inputs/ai-questions';
import { FACT_TAGS, withFactTags } from './fact-tags';
import type { DailyQuestion } from './question';

const SAID: Judgement = {
  supplyDemand: 'balanced',
  alignFlag: null,
  primaryPhaseHint: 'markup',
  cycleSubTags: ['limit_up', 'breakout', 'st_change'],
  cycleEvents: ['SOS'],
  evidenceNote: '放量',
};

/** The question with its last bar changed. */
function lastBar(changes: Partial<AdjustedBar>, question: DailyQuestion = dailyQuestion()): DailyQuestion {
  const bars = question.bars.map((bar, index) => (index === question.bars.length - 1 ? { ...bar, ...changes } : bar));
  return { ...question, bars };
}

const readTags = (question: DailyQuestion, cycleSubTags = SAID.cycleSubTags) => {
  const date = question.dataThrough;
  return withFactTags(question, [{ date, judgement: { ...SAID, cycleSubTags } }])[0]?.judgement.cycleSubTags;
};

describe('facts of a day', () => {
  const last = dailyQuestion().bars.at(-1)?.close ?? 0;

  it.each<[what: string, changes: Partial<AdjustedBar>, facts: string[]]>([
    ['an ordinary day', {}, []],
    ['a close at the limit', { upLimit: last, high: last }, ['limit_up']],
    ['a limit that opened', { upLimit: last + 0.1 }, ['limit_up_opened']],
    ['a close at the lower limit', { downLimit: last }, ['limit_down']],
    ['one price, up', { high: last, low: last, close: 99, adjClose: 99 }, ['one_price_up']],
    ['a resumption', { isResumption: true }, ['resumption']],
    ['an ex-right day', { close: last * 1.1 }, ['ex_right']],
    ['a gap down', { adjHigh: 1, adjLow: 0.9 }, ['gap_down']],
  ])('%s: the facts of the bar replace those of the model', (_what, changes, facts) => {
    expect(readTags(lastBar(changes))).toEqual([...facts, 'breakout']);
  });

  it('come first, and eight tags are the most', () => {
    const said = SUB_TAGS.filter((tag) => !FACT_TAGS.some((fact) => fact === tag)).slice(0, 8);
    expect(readTags(lastBar({ isResumption: true }), said)).toEqual(['resumption', ...said.slice(0, 7)]);
  });

  it('of a week are those of its days', () => {
    const { bars } = dailyQuestion();
    const marked = bars.map((bar, index) => (index === bars.length - 3 ? { ...bar, isResumption: true } : bar));
    const question = { ...weeklyQuestion(), bars: marked };
    const judged = withFactTags(
      question,
      question.weeks.map((date) => ({ date, judgement: SAID })),
    );
    expect(judged.map(({ judgement }) => judgement.cycleSubTags)).toEqual([['breakout'], ['resumption', 'breakout']]);
  });

  it('change nothing else, and no company', () => {
    const [judged] = withFactTags(dailyQuestion(), [{ date: dailyQuestion().dataThrough, judgement: SAID }]);
    expect(judged?.judgement).toEqual({ ...SAID, cycleSubTags: ['breakout'] });
    expect(withFactTags(fundamentalQuestion(), [])).toEqual([]);
  });
});
