import fc from 'fast-check';
import { calendarDayOf } from '#lib/kernel';
import type { Judgement } from '#lib/tracking';
import type { ModelAnswer, Outlook } from './answer';
import { mergeAnswers, type AnswerToMerge } from './merge-answers';

const DAY = calendarDayOf('2025-12-19');
const OTHER = calendarDayOf('2025-12-18');

const EMPTY: Judgement = {
  supplyDemand: null,
  alignFlag: null,
  primaryPhaseHint: null,
  cycleSubTags: [],
  cycleEvents: [],
  evidenceNote: null,
};

const says = (judgement: Partial<Judgement>, outlook: Outlook | null = null): ModelAnswer => ({
  judgements: [{ date: DAY, judgement: { ...EMPTY, ...judgement } }],
  outlook,
  items: [],
  errors: [],
});
const toAnswer = (model: string, answer: ModelAnswer | null): AnswerToMerge => ({ model, answer });
const mergedDay = (...answers: (ModelAnswer | null)[]) =>
  mergeAnswers(answers.map((answer, index) => toAnswer('abcdefg'.charAt(index), answer))).judgements[0]?.judgement;

describe('the merge of answers', () => {
  it('writes the values of a strict majority, field by field, and the note nearest to them', () => {
    const merged = mergedDay(
      says({ supplyDemand: 'balanced', primaryPhaseHint: 'markup', evidenceNote: '甲' }),
      says({ supplyDemand: 'demand_dominant', primaryPhaseHint: 'markup', evidenceNote: '乙' }),
      says({ supplyDemand: 'demand_dominant', primaryPhaseHint: 'markdown', evidenceNote: '丙' }),
    );
    expect(merged).toMatchObject({ supplyDemand: 'demand_dominant', primaryPhaseHint: 'markup', evidenceNote: '乙' });
  });

  it("keeps the first one's value without a majority, and lists the values of the others", () => {
    const merged = mergedDay(
      says({ supplyDemand: 'balanced', evidenceNote: '甲' }),
      says({ supplyDemand: 'demand_dominant' }),
      says({ supplyDemand: 'supply_dominant' }),
    );
    expect(merged?.supplyDemand).toBe('balanced');
    expect(merged?.evidenceNote).toBe(
      '甲\n模型意见不一，取第一个模型的值：supply_demand（a：balanced；b：demand_dominant；c：supply_dominant）。',
    );
  });

  it('compares events as sets', () => {
    const merged = mergedDay(says({ cycleEvents: ['SC', 'AR'] }), says({ cycleEvents: ['AR', 'SC'] }));
    expect(merged).toMatchObject({ cycleEvents: ['SC', 'AR'], evidenceNote: null });
  });

  it('takes each tag for itself: named by more than half it is in, whatever the first one names', () => {
    const merged = mergedDay(
      says({ cycleSubTags: ['breakout', 'absorption'] }),
      says({ cycleSubTags: ['pullback', 'breakout', 'no_supply'] }),
      says({ cycleSubTags: ['no_supply', 'breakout'] }),
    );
    expect(merged).toMatchObject({ cycleSubTags: ['breakout', 'no_supply'], evidenceNote: null });
  });

  it('of two keeps the tags of the first, and names those on which they differ', () => {
    const merged = mergedDay(
      says({ cycleSubTags: ['breakout', 'absorption'] }),
      says({ cycleSubTags: ['breakout', 'no_supply'] }),
    );
    expect(merged?.cycleSubTags).toEqual(['breakout', 'absorption']);
    expect(merged?.evidenceNote).toBe(
      '模型意见不一，取第一个模型的值：cycle_sub_tags（a：absorption；b：no_supply）。',
    );
  });

  it('of two adds the values of the second one, and its reasons', () => {
    const merged = mergedDay(
      says({ supplyDemand: 'balanced', evidenceNote: '量缩' }),
      says({ supplyDemand: 'demand_dominant', evidenceNote: '需求回来' }),
    );
    expect(merged?.supplyDemand).toBe('balanced');
    expect(merged?.evidenceNote).toBe(
      '量缩\n模型意见不一，取第一个模型的值：supply_demand（a：balanced；b：demand_dominant）。\nb 的依据：需求回来',
    );
    const agreed = mergedDay(says({ evidenceNote: '量缩' }), says({ evidenceNote: '需求回来' }));
    expect(agreed?.evidenceNote).toBe('量缩');
  });

  it('counts models that failed: two of three that agree are a majority, one of three is none', () => {
    const two = mergedDay(null, says({ alignFlag: 'aligned' }), says({ alignFlag: 'aligned' }));
    expect(two).toMatchObject({ alignFlag: 'aligned', evidenceNote: null });
    const one = mergedDay(null, says({ alignFlag: 'aligned', evidenceNote: '依据' }), null);
    expect(one?.alignFlag).toBe('aligned');
    expect(one?.evidenceNote).toBe('依据\n所配置的 3 个模型中只有 b 作答，不足多数。');
    const three = mergedDay(null, null, says({ alignFlag: 'aligned' }), says({ alignFlag: 'aligned' }));
    expect(three?.evidenceNote).toBe('所配置的 4 个模型中只有 c、d 作答，不足多数。');
  });

  it('takes no vote of a model that left the day out, or whose field is unusable', () => {
    const dropped: ModelAnswer = {
      ...says({ primaryPhaseHint: 'markup' }),
      errors: [{ date: DAY, field: 'supply_demand', error: 'is none of …' }],
    };
    const merged = mergedDay(
      dropped,
      says({ supplyDemand: 'balanced', primaryPhaseHint: 'markup' }),
      says({ supplyDemand: 'balanced' }),
    );
    expect(merged).toMatchObject({ supplyDemand: 'balanced', primaryPhaseHint: 'markup', evidenceNote: null });
    const part: ModelAnswer = {
      ...says({ cycleSubTags: ['breakout'] }),
      errors: [{ date: DAY, field: 'cycle_sub_tags', error: 'holds a word …' }],
    };
    expect(mergedDay(part, says({ cycleSubTags: ['breakout'] }))?.cycleSubTags).toEqual(['breakout']);
    const other = mergeAnswers([
      toAnswer('a', { ...says({}), judgements: [{ date: OTHER, judgement: EMPTY }] }),
      toAnswer('b', says({ alignFlag: 'aligned' })),
      toAnswer('c', says({ alignFlag: 'aligned' })),
    ]);
    expect(other.judgements).toMatchObject([
      { date: OTHER, judgement: { ...EMPTY, evidenceNote: '所配置的 3 个模型中只有 a 作答，不足多数。' } },
      { date: DAY, judgement: { ...EMPTY, alignFlag: 'aligned' } },
    ]);
  });

  it.each<[outlooks: (Outlook | null)[], consensus: Outlook | null]>([
    [['上涨'], '上涨'],
    [['上涨', '下跌'], null],
    [['上涨', '下跌', '上涨'], '上涨'],
    [['上涨', '下跌', '震荡'], null],
    [['上涨', '上涨', '下跌', '下跌'], null],
    [['上涨', null], null],
    [['上涨', null, '上涨'], '上涨'],
    [[null], null],
  ])('consensus of %j is %s', (outlooks, consensus) => {
    const answers = outlooks.map((outlook, index) => toAnswer(String(index), says({}, outlook)));
    expect(mergeAnswers(answers).consensus).toBe(consensus);
  });

  it('merges items point by point', () => {
    const item = (point: boolean, reason: string): ModelAnswer => ({
      ...says({}),
      judgements: [],
      items: [{ key: 'governance', point, reason }],
    });
    const items = (...answers: ModelAnswer[]) =>
      mergeAnswers(answers.map((answer, index) => toAnswer('abc'.charAt(index), answer))).items;
    expect(items(item(false, '甲'), item(true, '乙'), item(true, '丙'))).toEqual([
      { key: 'governance', point: true, reason: '乙' },
    ]);
    expect(items(item(true, '甲'), item(false, '乙'))).toEqual([
      {
        key: 'governance',
        point: true,
        reason: '甲\n模型意见不一，取第一个模型的值：governance（a：得分；b：不得分）。',
      },
    ]);
  });

  it('keeps the note within its length, disagreement included', () => {
    const merged = mergedDay(says({ alignFlag: 'aligned', evidenceNote: '长'.repeat(20_000) }), says({}));
    expect([...(merged?.evidenceNote ?? '')]).toHaveLength(20_000);
    expect(merged?.evidenceNote?.endsWith('（a：aligned；b：无）。')).toBe(true);
  });

  describe('for all answers', () => {
    const judgement: fc.Arbitrary<Judgement> = fc.record({
      supplyDemand: fc.constantFrom('demand_dominant', 'supply_dominant', null),
      alignFlag: fc.constantFrom('aligned', 'diverging', null),
      primaryPhaseHint: fc.constantFrom('markup', 'markdown', null),
      cycleSubTags: fc.uniqueArray(fc.constantFrom('breakout' as const, 'pullback' as const)),
      cycleEvents: fc.uniqueArray(fc.constantFrom('SC' as const, 'AR' as const)),
      evidenceNote: fc.constantFrom('甲', '乙', null),
    });
    const answer: fc.Arbitrary<ModelAnswer> = fc.record({
      judgements: fc
        .uniqueArray(fc.constantFrom(DAY, OTHER))
        .chain((dates) =>
          fc
            .array(judgement, { minLength: dates.length, maxLength: dates.length })
            .map((all) =>
              dates.flatMap((date, index) => (all[index] === undefined ? [] : [{ date, judgement: all[index] }])),
            ),
        ),
      outlook: fc.constantFrom<Outlook | null>('上涨', '下跌', '震荡', null),
      items: fc.constant([]),
      errors: fc.constant([]),
    });
    const answers = fc
      .array(fc.option(answer), { minLength: 1, maxLength: 5 })
      .map((answers) => answers.map((one, index) => toAnswer(`m${String(index)}`, one)));

    /** What is voted on: no note, lists as sets. */
    const values = (all: readonly AnswerToMerge[]) =>
      mergeAnswers(all).judgements.map(({ date, judgement: { evidenceNote: _, ...fields } }) => ({
        date,
        ...fields,
        cycleSubTags: [...fields.cycleSubTags].sort(),
        cycleEvents: [...fields.cycleEvents].sort(),
      }));

    it('the same answers give the same result', () => {
      fc.assert(fc.property(answers, (all) => expect(mergeAnswers(all)).toEqual(mergeAnswers(structuredClone(all)))));
    });

    it('failed models bring no majority about', () => {
      fc.assert(
        fc.property(answers, (all) => {
          const without = mergeAnswers(all);
          const { consensus } = mergeAnswers([toAnswer('x', null), ...all]);
          expect([without.consensus, null]).toContain(consensus);
        }),
      );
    });

    it('one model is taken as it is', () => {
      fc.assert(
        fc.property(answer, (one) => {
          const byDate = [...one.judgements].sort((a, b) => (a.date < b.date ? -1 : 1));
          expect(mergeAnswers([toAnswer('a', one)])).toMatchObject({ judgements: byDate, consensus: one.outlook });
        }),
      );
    });

    it('the common value of all is written, without a note of disagreement', () => {
      fc.assert(
        fc.property(answer, fc.integer({ min: 1, max: 5 }), (one, models) => {
          const all = Array.from({ length: models }, (_, index) => toAnswer(String(index), one));
          expect(mergeAnswers(all)).toEqual(mergeAnswers([toAnswer('a', one)]));
        }),
      );
    });

    it('the order of the others changes no value: majority, or the first', () => {
      fc.assert(
        fc.property(answers, (all) => {
          const [lead, ...others] = all;
          const leads = new Set(lead?.answer?.judgements.map(({ date }) => date));
          const pick = (some: readonly AnswerToMerge[]) => values(some).filter(({ date }) => leads.has(date));
          if (lead !== undefined) expect(pick([lead, ...others.toReversed()])).toEqual(pick(all));
        }),
      );
    });

    it('every value is one of an answer, and of the first unless more than half have another', () => {
      fc.assert(
        fc.property(answers, (all) => {
          for (const merged of values(all)) {
            const votes = all.flatMap((one) => one.answer?.judgements.filter(({ date }) => date === merged.date) ?? []);
            const phases = votes.map((vote) => vote.judgement.primaryPhaseHint);
            const most = phases.filter((phase) => phase === merged.primaryPhaseHint).length;
            expect(merged.primaryPhaseHint === phases[0] || most * 2 > all.length).toBe(true);
            expect(phases).toContain(merged.primaryPhaseHint);
            for (const phase of phases) {
              const isMajority = phases.filter((other) => other === phase).length * 2 > all.length;
              if (isMajority) expect(merged.primaryPhaseHint).toBe(phase);
            }
          }
        }),
      );
    });
  });
});
