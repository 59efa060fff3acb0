import fc from 'fast-check';
import { CYCLE_EVENT_NAMES, PRIMARY_PHASES, SUB_TAGS, SUPPLY_DEMAND } from '#lib/tracking';
import { dailyQuestion, fundamentalQuestion, weeklyQuestion } from '../../../../test/support/inputs/ai-questions';
import { cleanText } from './clean-text';
import { completeAnswer } from './complete-answer';
import { extractObject } from './extract-object';
import { readAnswer } from './read-answer';

const daily = dailyQuestion();
const [day1, day2, day3] = daily.days;

const GOOD = {
  supply_demand: 'balanced',
  align_flag: null,
  primary_phase_hint: 'markup',
  cycle_sub_tags: ['breakout'],
  cycle_events: ['AR'],
  evidence_note: '放量突破',
};
const readDays = (days: unknown) => readAnswer(daily, { code: '600519', days });
const oneDay = (fields: object) =>
  readDays([{ date: day1, ...GOOD, ...fields }, ...[day2, day3].map((date) => ({ date, ...GOOD }))]);

describe('the reader of answers', () => {
  it('takes values that are on the whitelists', () => {
    const { days, errors } = oneDay({});
    expect(errors).toEqual([]);
    expect([...days.keys()]).toEqual(daily.days);
    expect(day1 === undefined ? undefined : days.get(day1)).toEqual({
      supplyDemand: 'balanced',
      alignFlag: null,
      primaryPhaseHint: 'markup',
      cycleSubTags: ['breakout'],
      cycleEvents: ['AR'],
      evidenceNote: '放量突破',
    });
  });

  it.each([
    ['supply_demand', 'bullish'],
    ['supply_demand', undefined],
    ['supply_demand', 1],
    ['align_flag', ['aligned']],
    ['primary_phase_hint', 'nocategory'],
    ['primary_phase_hint', 'Markup'],
    ['cycle_sub_tags', 'breakout'],
    ['cycle_events', ['sos']],
    ['cycle_events', ['__proto__']],
    ['cycle_events', [['SOS']]],
    ['evidence_note', 5],
    ['evidence_note', { text: 'a' }],
  ])('drops %s: %j, by name and without the value', (field, value) => {
    const { errors, days } = oneDay({ [field]: value });
    expect(errors).toEqual([{ date: day1, field, error: expect.any(String), repairable: true }]);
    expect(Object.keys((day1 && days.get(day1)) ?? {})).toHaveLength(5);
  });

  it.each(['cycle_sub_tags', 'cycle_events'])('takes null for %s as the empty list', (field) => {
    const { errors, days } = oneDay({ [field]: null });
    expect(errors).toEqual([]);
    expect(day1 && days.get(day1)).toMatchObject({ [field === 'cycle_events' ? 'cycleEvents' : 'cycleSubTags']: [] });
  });

  it.each<[field: string, said: unknown[], kept: unknown[]]>([
    ['cycle_sub_tags', ['breakout', 'to_the_moon', 5], ['breakout']],
    ['cycle_sub_tags', SUB_TAGS.slice(0, 8).concat('no_demand', 'no_supply'), SUB_TAGS.slice(0, 8)],
    ['cycle_events', ['EVR', 'ST', 'AR'], ['AR', 'ST']],
    ['cycle_events', ['SOT', 'EVR', 'AR', 'ARE'], ['AR', 'ARE']],
  ])('of too many, or unknown, values in %s %j keeps %j and requests no repair', (field, said, kept) => {
    const { errors, days } = oneDay({ [field]: said });
    expect(errors).toEqual([{ date: day1, field, error: expect.any(String), repairable: false }]);
    const read = day1 === undefined ? undefined : days.get(day1);
    expect(read?.[field === 'cycle_events' ? 'cycleEvents' : 'cycleSubTags']).toEqual(kept);
  });

  it('ignores facts of the day, which come from the data, without an error', () => {
    const { errors, days } = oneDay({ cycle_sub_tags: ['limit_up', 'pullback', 'new_high_250'] });
    expect(errors).toEqual([]);
    expect(day1 && days.get(day1)?.cycleSubTags).toEqual(['pullback']);
  });

  it('keeps the rest of an invalid list if the repair brings nothing better', () => {
    const bad = oneDay({ cycle_events: ['AR', 'PUMP'] });
    const readEvents = (answer: ReturnType<typeof completeAnswer>) => answer.judgements[0]?.judgement.cycleEvents;
    expect(readEvents(completeAnswer(daily, bad, undefined))).toEqual(['AR']);
    expect(completeAnswer(daily, bad, undefined).errors).toHaveLength(1);
    expect(completeAnswer(daily, bad, oneDay({ cycle_events: ['ST'] }))).toMatchObject({ errors: [] });
    expect(readEvents(completeAnswer(daily, bad, oneDay({ cycle_events: ['ST'] })))).toEqual(['ST']);
  });

  it('requests a repair of an event that the bar contradicts, with the reason', () => {
    const last = daily.days.at(-1);
    const [before, bar] = daily.bars.slice(-2);
    expect(bar?.adjClose).toBeLessThan(before?.adjClose ?? 0);
    const { errors, days } = readDays(
      daily.days.map((date) => ({ date, ...GOOD, cycle_events: date === last ? ['JAC', 'AR'] : [] })),
    );
    expect(errors).toEqual([
      {
        date: last,
        field: 'cycle_events',
        error: 'is contradicted by the bar (JAC: the close is not above the one before)',
        repairable: true,
      },
    ]);
    expect(last && Object.keys(days.get(last) ?? {})).not.toContain('cycleEvents');
  });

  it.each<[spelling: string, respell: (date: string) => unknown]>([
    ['without separators', (date) => date.replaceAll('-', '')],
    ['as a number', (date) => Number(date.replaceAll('-', ''))],
    ['with slashes', (date) => date.replaceAll('-', '/')],
    ['in Chinese', (date) => date.replace('-', '年').replace('-', '月') + '日'],
    ['without zeros', (date) => date.replaceAll('-0', '-')],
  ])('reads a date %s', (_spelling, respell) => {
    const { days, errors } = readDays(daily.days.map((date) => ({ date: respell(date), ...GOOD })));
    expect(errors).toEqual([]);
    expect([...days.keys()]).toEqual(daily.days);
  });

  it.each(['19/12/2025', '12-19', '2025-13-01', '251219', 20251, null])('reads no day in %j', (date) => {
    expect(readDays([{ date, ...GOOD }]).days.size).toBe(0);
  });

  it('takes any day of a week for the week', () => {
    const weekly = weeklyQuestion();
    const read = readAnswer(weekly, {
      code: '600519',
      outlook: '震荡',
      weeks: [weekly.weeks[0], '2025-12-16'].map((date) => ({ date, ...GOOD })),
    });
    expect(read.errors).toEqual([]);
    expect([...read.days.keys()]).toEqual(weekly.weeks);
  });

  it.each<[code: string, said: unknown]>([
    ['000001', 1],
    ['000001', '1'],
    ['002594', '2594'],
    ['600519', 600519],
  ])('recognises %s in %j', (code, said) => {
    const days = daily.days.map((date) => ({ date, ...GOOD }));
    expect(readAnswer(dailyQuestion({ code }), { code: said, days }).days.size).toBe(3);
  });

  it('counts a repeated term once, aliases included', () => {
    const read = oneDay({ cycle_events: ['BUEC', 'BU', 'AR', 'AR'], cycle_sub_tags: ['pullback', 'pullback'] });
    expect(read.errors).toEqual([]);
    expect(day1 && read.days.get(day1)).toMatchObject({ cycleEvents: ['BU', 'AR'], cycleSubTags: ['pullback'] });
  });

  it('names missing days, and ignores days that were not requested or come twice', () => {
    const { days, errors } = readDays([
      { date: day2, ...GOOD },
      { date: day2, ...GOOD, primary_phase_hint: 'markdown' },
      { date: '2025-12-01', ...GOOD },
      { date: '2025-02-30', ...GOOD },
      'x',
      null,
    ]);
    expect([...days.keys()]).toEqual([day2]);
    expect(day2 && days.get(day2)?.primaryPhaseHint).toBe('markup');
    expect(errors.map(({ date, field, repairable }) => [date, field, repairable])).toEqual([
      [null, 'date', false],
      [day1, null, true],
      [day3, null, true],
    ]);
  });

  it.each([undefined, null, 'x', {}, [], [[]]])('finds no judgement in %j', (list) => {
    const parts = readDays(list);
    expect(parts.days.size).toBe(0);
    expect(parts.errors.filter(({ date }) => date !== null)).toHaveLength(3);
  });

  it('takes nothing from an answer about another stock', () => {
    const days = daily.days.map((date) => ({ date, ...GOOD }));
    expect(readAnswer(daily, { code: '000001', days })).toMatchObject({ days: new Map(), errors: [{ field: null }] });
    expect(readAnswer(daily, { days }).days.size).toBe(0);
  });

  it('reads outlook and items', () => {
    const weekly = weeklyQuestion();
    const weeks = weekly.weeks.map((date) => ({ date, ...GOOD }));
    expect(readAnswer(weekly, { code: '600519', outlook: '上涨', weeks })).toMatchObject({
      outlook: '上涨',
      errors: [],
    });
    expect(readAnswer(weekly, { code: '600519', outlook: 'up', weeks })).toMatchObject({
      outlook: null,
      errors: [{ field: 'outlook' }],
    });
    const read = readAnswer(fundamentalQuestion(), {
      code: '600519',
      items: [
        { key: 'governance', point: true, reason: 'a'.repeat(900) },
        { key: 'listing_risk', point: 'yes' },
        { key: 'x', point: true },
      ],
    });
    expect([...read.items.values()]).toEqual([{ key: 'governance', point: true, reason: 'a'.repeat(500) }]);
    expect(read.errors.map(({ field, repairable }) => [field, repairable])).toEqual([
      ['listing_risk', true],
      ['key', false],
    ]);
  });

  it('never throws and never accepts what is not on a whitelist, whatever the object contains', () => {
    const entry = fc.oneof(
      fc.jsonValue(),
      fc.record(
        {
          date: fc.oneof(fc.constantFrom<unknown>(...daily.days), fc.string(), fc.jsonValue()),
          supply_demand: fc.oneof(fc.constantFrom<unknown>(...SUPPLY_DEMAND), fc.jsonValue()),
          align_flag: fc.jsonValue(),
          primary_phase_hint: fc.oneof(fc.constantFrom<unknown>(...PRIMARY_PHASES), fc.jsonValue()),
          cycle_sub_tags: fc.oneof(fc.array(fc.constantFrom<unknown>(...SUB_TAGS, 'x', 1)), fc.jsonValue()),
          cycle_events: fc.oneof(fc.array(fc.constantFrom<unknown>(...CYCLE_EVENT_NAMES, 'JOC', 'x')), fc.jsonValue()),
          evidence_note: fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue()),
        },
        { requiredKeys: [] },
      ),
    );
    const object = fc.record({
      code: fc.constantFrom<unknown>('600519', 1),
      days: fc.oneof(fc.array(entry), fc.jsonValue()),
    });
    fc.assert(
      fc.property(object, object, (one, two) => {
        const answer = completeAnswer(daily, readAnswer(daily, one), readAnswer(daily, two));
        for (const { date, judgement } of answer.judgements) {
          expect(daily.days).toContain(date);
          expect([...SUPPLY_DEMAND, null]).toContain(judgement.supplyDemand);
          expect([...PRIMARY_PHASES, null]).toContain(judgement.primaryPhaseHint);
          expect(judgement.cycleSubTags.every((tag) => SUB_TAGS.includes(tag))).toBe(true);
          expect(new Set(judgement.cycleEvents).size).toBe(judgement.cycleEvents.length);
          expect(judgement.cycleEvents.length).toBeLessThanOrEqual(2);
          expect(judgement.cycleSubTags.length).toBeLessThanOrEqual(8);
          expect(judgement.evidenceNote ?? '').not.toMatch(/[^\P{Cc}\n\t]|\p{Surrogate}/u);
        }
        expect(answer.judgements.length + answer.errors.length).toBeGreaterThan(0);
      }),
    );
  });
});

describe('the one object in a text', () => {
  it('is found with prose without braces around it, whatever it is', () => {
    const prose = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[{}`]/g, ''));
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), prose, prose, (object, before, after) => {
        const json = JSON.stringify(object);
        const expected = JSON.parse(json) as unknown;
        for (const text of [`${before}${json}${after}`, `${before}\n\`\`\`json\n${json}\n\`\`\`\n${after}`]) {
          expect(extractObject(text)).toEqual(expected);
        }
      }),
    );
  });

  it.each(['', 'x', '[]', '5', 'null', '{', '}{', '{a:1}', '{"a":1}{"b":2}', '```', '```{```'])(
    'is none in %j',
    (text) => {
      expect(extractObject(text)).toBeUndefined();
    },
  );

  // A search that begins again at each brace would not end within the test's time.
  it('is found in linear time', () => {
    for (const text of ['{'.repeat(1e6), '```{'.repeat(250_000), '{"a":'.repeat(200_000), '</think>'.repeat(125_000)]) {
      expect(extractObject(text)).toBeUndefined();
    }
  });
});

describe('clean text', () => {
  it.each([
    ['  a \r\n b\t ', 10, 'a \n b'],
    ['a\u0000\u0007\u001b[31mb', 10, 'a[31mb'],
    ['a\u202eb\u2066c\ufeff', 10, 'abc'],
    ['a\ud800b', 10, 'ab'],
    ['😀😀😀', 2, '😀😀'],
    [' \n ', 10, null],
    ['', 10, null],
  ])('is made of %j with at most %d characters: %j', (text, longest, clean) => {
    expect(cleanText(text, longest)).toBe(clean);
  });
});
