import fc from 'fast-check';
import { calendarDayOf } from '#lib/kernel';
import type { Judgement } from '#lib/tracking';
import type { ModelAnswer, Outlook } from './answer';
import { mergeAnswers, type ModelReply } from './merge-answers';

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
const reply = (model: string, answer: ModelAnswer | null): ModelReply => ({ model, answer });
const mergedDay = (...answers: (ModelAnswer | null)[]) =>
  mergeAnswers(answers.map((answer, index) => reply('abcdefg'.charAt(index), answer))).judgements[0]?.judgement;

describe('the merge of answers', () => {
  it('writes what a strict majority says, field by field, and the note nearest to it', () => {
    const merged = mergedDay(
      says({ supplyDemand: 'balanced', primaryPhaseHint: 'markup', evidenceNote: '甲' }),
      says({ supplyDemand: 'demand_dominant', primaryPhaseHint: 'markup', evidenceNote: '乙' }),
      says({ supplyDemand: 'demand_dominant', primaryPhaseHint: 'markdown', evidenceNote: '丙' }),
    );
    expect(merged).toMatchObject({ supplyDemand: 'demand_dominant', primaryPhaseHint: 'markup', evidenceNote: '乙' });
  });

  it("keeps the first one's value without a majority, and names who said what", () => {
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

  it('compares tags and events as sets', () => {
    const merged = mergedDay(says({ cycleEvents: ['SC', 'AR'] }), says({ cycleEvents: ['AR', 'SC'] }));
    expect(merged).toMatchObject({ cycleEvents: ['SC', 'AR'], evidenceNote: null });
    expect(mergedDay(says({ cycleSubTags: ['breakout'] }), says({}))?.evidenceNote).toContain(
      'cycle_sub_tags（a：breakout；b：无）',
    );
  });

  it('counts no vote of a model that failed, left the day out, or had the field dropped', () => {
    const dropped: ModelAnswer = {
      ...says({ primaryPhaseHint: 'markup' }),
      errors: [{ date: DAY, field: 'supply_demand', error: 'is none of …' }],
    };
    const merged = mergedDay(null, dropped, says({ supplyDemand: 'balanced', primaryPhaseHint: 'markup' }));
    expect(merged).toMatchObject({ supplyDemand: 'balanced', primaryPhaseHint: 'markup', evidenceNote: null });
    const other = mergeAnswers([
      reply('a', { ...says({}), judgements: [{ date: OTHER, judgement: EMPTY }] }),
      reply('b', says({ alignFlag: 'aligned' })),
    ]);
    expect(other.judgements).toEqual([
      { date: OTHER, judgement: EMPTY },
      { date: DAY, judgement: { ...EMPTY, alignFlag: 'aligned' } },
    ]);
  });

  it.each<[outlooks: (Outlook | null)[], consensus: Outlook | null]>([
    [['上涨'], '上涨'],
    [['上涨', '下跌'], null],
    [['上涨', '下跌', '上涨'], '上涨'],
    [['上涨', '下跌', '震荡'], null],
    [['上涨', '上涨', '下跌', '下跌'], null],
    [['上涨', null], '上涨'],
    [[null], null],
  ])('consensus of %j is %s', (outlooks, consensus) => {
    const replies = outlooks.map((outlook, index) => reply(String(index), says({}, outlook)));
    expect(mergeAnswers(replies).consensus).toBe(consensus);
  });

  it('merges items point by point', () => {
    const item = (point: boolean, reason: string): ModelAnswer => ({
      ...says({}),
      judgements: [],
      items: [{ key: 'governance', point, reason }],
    });
    const items = (...answers: ModelAnswer[]) =>
      mergeAnswers(answers.map((answer, index) => reply('abc'.charAt(index), answer))).items;
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
    const replies = fc
      .array(fc.option(answer), { minLength: 1, maxLength: 5 })
      .map((answers) => answers.map((one, index) => reply(`m${String(index)}`, one)));

    /** What is voted on: no note, lists as sets. */
    const values = (all: readonly ModelReply[]) =>
      mergeAnswers(all).judgements.map(({ date, judgement: { evidenceNote: _, ...fields } }) => ({
        date,
        ...fields,
        cycleSubTags: [...fields.cycleSubTags].sort(),
        cycleEvents: [...fields.cycleEvents].sort(),
      }));

    it('the same replies give the same answer', () => {
      fc.assert(fc.property(replies, (all) => expect(mergeAnswers(all)).toEqual(mergeAnswers(structuredClone(all)))));
    });

    it('failed models change nothing', () => {
      fc.assert(
        fc.property(replies, (all) => {
          expect(values([reply('x', null), ...all])).toEqual(values(all));
        }),
      );
    });

    it('one model is taken as it is', () => {
      fc.assert(
        fc.property(answer, (one) => {
          const byDate = [...one.judgements].sort((a, b) => (a.date < b.date ? -1 : 1));
          expect(mergeAnswers([reply('a', one)])).toMatchObject({ judgements: byDate, consensus: one.outlook });
        }),
      );
    });

    it('what all say is what is written, without a word of disagreement', () => {
      fc.assert(
        fc.property(answer, fc.integer({ min: 1, max: 5 }), (one, models) => {
          const all = Array.from({ length: models }, (_, index) => reply(String(index), one));
          expect(mergeAnswers(all)).toEqual(mergeAnswers([reply('a', one)]));
        }),
      );
    });

    it('the order of the others changes no value: majority, or the first', () => {
      fc.assert(
        fc.property(replies, (all) => {
          const [lead, ...others] = all;
          const leads = new Set(lead?.answer?.judgements.map(({ date }) => date));
          const pick = (some: readonly ModelReply[]) => values(some).filter(({ date }) => leads.has(date));
          if (lead !== undefined) expect(pick([lead, ...others.toReversed()])).toEqual(pick(all));
        }),
      );
    });

    it('every value was said by somebody, and by the first unless more than half say another', () => {
      fc.assert(
        fc.property(replies, (all) => {
          for (const merged of values(all)) {
            const votes = all.flatMap((one) => one.answer?.judgements.filter(({ date }) => date === merged.date) ?? []);
            const phases = votes.map((vote) => vote.judgement.primaryPhaseHint);
            const most = phases.filter((phase) => phase === merged.primaryPhaseHint).length;
            expect(merged.primaryPhaseHint === phases[0] || most * 2 > phases.length).toBe(true);
            expect(phases).toContain(merged.primaryPhaseHint);
          }
        }),
      );
    });
  });
});
