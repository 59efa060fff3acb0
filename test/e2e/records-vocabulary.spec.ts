import {
  ALIGN_FLAGS,
  CYCLE_EVENT_NAMES,
  CYCLE_EVENTS,
  MAX_EVENTS,
  MAX_SUB_TAGS,
  PRIMARY_PHASES,
  SUB_TAGS,
  SUPPLY_DEMAND,
} from '#lib/tracking';
import { TestApi } from '../support/worlds/test-api';

describe('the vocabulary of records', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());

  const definitionOf = async (constraint: string): Promise<string> => {
    const [row] = await api.database.query<{ text: string }>(
      'select pg_get_constraintdef(oid) as text from pg_constraint where conname = $1',
      [constraint],
    );
    return row?.text ?? '';
  };
  const wordsOf = (definition: string): string[] =>
    [...definition.matchAll(/'([^']+)'/g)].map(([, word]) => word ?? '').sort();

  it.each([
    ['daily_record_supply_demand_check', SUPPLY_DEMAND],
    ['weekly_record_supply_demand_check', SUPPLY_DEMAND],
    ['daily_record_align_flag_check', ALIGN_FLAGS],
    ['weekly_record_align_flag_check', ALIGN_FLAGS],
    ['daily_record_phase_check', PRIMARY_PHASES],
    ['weekly_record_phase_check', PRIMARY_PHASES],
    ['tracking_session_phase_check', PRIMARY_PHASES],
    ['daily_record_tags_check', SUB_TAGS],
    ['weekly_record_tags_check', SUB_TAGS],
    ['daily_record_events_check', CYCLE_EVENT_NAMES],
    ['weekly_record_events_check', CYCLE_EVENT_NAMES],
  ])('contains the same terms as %s', async (constraint, words) => {
    expect(wordsOf(await definitionOf(constraint))).toEqual([...words].sort());
  });

  it('has the same maximum numbers as the tables', async () => {
    for (const table of ['daily_record', 'weekly_record']) {
      expect(await definitionOf(`${table}_tags_check`)).toContain(`<= ${MAX_SUB_TAGS})`);
      expect(await definitionOf(`${table}_events_check`)).toContain(`<= ${MAX_EVENTS})`);
    }
  });

  it('is served to everybody', async () => {
    const { status, body } = await api.call('GET', '/api/stock-cycle/vocabulary');
    expect(status).toBe(200);
    expect(body.data).toEqual({
      events: CYCLE_EVENTS,
      tags: SUB_TAGS,
      supplyDemand: SUPPLY_DEMAND,
      alignFlags: ALIGN_FLAGS,
      phases: PRIMARY_PHASES,
      maxEvents: 2,
      maxTags: 8,
    });
  });

  it('contains each event once, in both languages', () => {
    for (const key of ['abbr', 'zh', 'en'] as const) {
      expect(new Set(CYCLE_EVENTS.map((event) => event[key])).size).toBe(21);
    }
    const zh = Object.fromEntries(CYCLE_EVENTS.map((event) => [event.abbr, event.zh]));
    expect(zh).toMatchObject({ LPS: '最后支撑点', LPSY: '最后供应点', AR: '自动反弹', ARE: '自动回落' });
    const sides = CYCLE_EVENTS.map(({ side }) => side);
    expect(
      ['accumulation', 'distribution', 'either'].map((side) => sides.filter((own) => own === side).length),
    ).toEqual([9, 7, 5]);
  });
});
