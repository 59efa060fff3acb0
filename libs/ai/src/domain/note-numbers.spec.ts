import fc from 'fast-check';
import { dailyQuestion } from '../../../../test/support/inputs/ai-questions';
import { buildPrompt } from '../prompts/build-prompt';
import { findUnknownNumbers, markUnknownNumbers } from './note-numbers';

const GIVEN =
  'bars: 2025-12-19\nh,l,c,vol\n3884,3805,3895,461\n2025-12-19,3805,3902,3800,3895,668,1.9,2.4\nchips: avg_cost=10.21';

describe('numbers of a note', () => {
  it.each<[note: string, missing: string[]]>([
    ['收于 38.95，量 668 万，涨 2.4%', []],
    ['收 38.9 元，量 6680000 股，换手 1.9％，成本 10.21', []],
    ['量 0.07 亿股，前高 38.84', []],
    ['量 4,610,000 股', []],
    ['2025-12-19 与 12月18日、2025年12月、12-17 比较，20 日内 3 次，第 105 根，MA250', []],
    ['量比为前日 1.45 倍，区间 B 阶段第 2 段，两次', []],
    ['收于 41.20，量 900 万', ['41.20', '900 万']],
    ['涨 9.3%，目标 45.5，又见 45.5', ['9.3%', '45.5']],
    ['突破 1200', ['1200']],
    ['', []],
  ])('%s', (note, missing) => {
    expect(findUnknownNumbers(note, GIVEN)).toEqual(missing);
  });

  it('are marked at the end of the note, and counted among the errors', () => {
    const [first, second] = dailyQuestion().days;
    if (first === undefined || second === undefined) throw new Error('no days');
    const judgement = (evidenceNote: string | null) => ({
      ...{ supplyDemand: null, alignFlag: null, primaryPhaseHint: null, cycleSubTags: [], cycleEvents: [] },
      evidenceNote,
    });
    const judgements = [
      { date: first, judgement: judgement('收 41.2') },
      { date: second, judgement: judgement('收 38.95') },
    ];
    const answer = markUnknownNumbers({ judgements, outlook: null, items: [], errors: [] }, GIVEN);
    expect(answer.judgements.map((one) => one.judgement.evidenceNote)).toEqual([
      '收 41.2\n注：以下数字不在所给数据中：41.2。',
      '收 38.95',
    ]);
    expect(answer.errors).toEqual([
      { date: first, field: 'evidence_note', error: 'holds figures that are not in the data given' },
    ]);
  });

  it('that a prompt shows are known, in yuan, fen or shares, at any rounding', () => {
    const question = dailyQuestion();
    const { user } = buildPrompt(question);
    const bar = fc.constantFrom(...question.bars.slice(-60));
    fc.assert(
      fc.property(bar, fc.constantFrom(1, 2), ({ adjClose, adjHigh, adjVolume }, decimals) => {
        const note = `收 ${adjClose.toFixed(decimals)}，高 ${adjHigh.toFixed(decimals)}，量 ${Math.round(adjVolume / 1e4)} 万股`;
        expect(findUnknownNumbers(note, user)).toEqual([]);
      }),
    );
  });

  it('never cause an exception, and are named only if they are in the note', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (note, given) => {
        for (const figure of findUnknownNumbers(note, given)) {
          expect(note.replaceAll(/(?<=\d),(?=\d{3}(?!\d))/g, '')).toContain(figure);
        }
      }),
    );
  });
});
