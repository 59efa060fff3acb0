import { scoreJudgementsJob } from '#lib/ai';
import { MEASURED_EVENTS } from '#lib/ai/testing';
import { addDays, type CalendarDay, calendarDayOf } from '#lib/kernel';
import { TradingCalendar } from '#lib/market-data';
import { JobsService } from '#lib/queue';
import { putSmallMarket } from '../support/database/small-market';
import { TestService } from '../support/worlds/test-service';

interface Horizon {
  horizon: number;
  n: number;
  hits: number;
  hitRatePct: number | null;
  baseRatePct: number | null;
  meanExcessPct: number | null;
  insufficient: boolean;
  unfillable: number;
}
interface ModelRecord {
  model: string;
  version: string;
  kind: string;
  value: string | null;
  since: string;
  through: string;
  replay: boolean;
  horizons: Horizon[];
}

const TRACK_RECORD = '/api/stock-cycle/ai-track-record';
const calendar = TradingCalendar.published();
const DAYS = calendar.openDaysBetween(calendarDayOf('2025-01-02'), calendarDayOf('2025-10-31'));
const THROUGH = DAYS[120] ?? calendarDayOf('2025-07-01');
const AFTER = DAYS.slice(121);

/** Twenty-one stocks: those of rank 0 to 20 close at 10 + rank/10 from the day after the judgement on; the median is 11. */
const CODES = Array.from({ length: 21 }, (_, rank) => `6005${String(rank).padStart(2, '0')}`);
const codeOf = (rank: number): string => CODES[rank] ?? '';

/** Of the rules that are asked now. */
const RULES_VERSION = 'rules-v2';

/** Listed on the day after the judgement: nobody could have chosen it the evening before. */
const LISTED = '600600';

describe('the track record', () => {
  let service: TestService;
  const sessions = new Map<string, number>();

  const judge = async (
    code: string,
    kind: string,
    value: string,
    change: Partial<{
      model: string;
      dataThrough: CalendarDay;
      replay: boolean;
      periodEnd: CalendarDay;
      version: string;
    }> = {},
  ): Promise<void> => {
    const { model = 'rules', dataThrough = THROUGH, replay = false, periodEnd = dataThrough, version = 'v1' } = change;
    await service.database.query(
      `insert into ai_judgement
         (model, kind, code, session_id, period, period_end, value, data_through, hindsight, replay, version)
       values ($1, $2, $3, $4, 'week', $5::date, $6, $7::date, $7::date > $5::date, $8, $9)`,
      [model, kind, code, sessions.get(code), periodEnd, value, dataThrough, replay, version],
    );
  };
  const score = async (): Promise<void> => {
    const jobs = service.api.app.get(JobsService);
    const { jobId } = await service.database.transaction((tx) => jobs.enqueue(tx, scoreJudgementsJob, {}));
    jobs.publishSoon();
    const job = await jobs.wait(jobId, 60_000);
    expect(job).toMatchObject({ state: 'completed', error: null });
  };
  const records = async (query = ''): Promise<ModelRecord[]> => {
    const reply = await service.call('GET', `${TRACK_RECORD}${query}`);
    expect(reply.status).toBe(200);
    return (reply.body.data as { models: ModelRecord[] }).models;
  };
  const horizon = (found: readonly ModelRecord[], days: number): Horizon | undefined =>
    found[0]?.horizons.find((one) => one.horizon === days);

  beforeAll(async () => {
    service = await TestService.start({ CLOCK_START: '2025-10-31T10:00:00Z' });
    await putSmallMarket(
      service.database,
      { from: DAYS[0] ?? '', to: DAYS.at(-1) ?? '' },
      [...CODES, LISTED].map((code, rank) => ({
        code,
        closes: Object.fromEntries(AFTER.map((day) => [day, 10 + rank / 10])),
      })),
    );
    await service.database.query('delete from daily_bar where code = $1 and trade_date < $2', [LISTED, AFTER[0]]);
    // Bars with a body: a one-price bar above the last close would be a locked limit-up. Bought at 10, the close before.
    await service.database.query(
      'update daily_bar set open = case when trade_date = $1 then 10 else open end, high = close + 0.5, low = 9',
      [AFTER[0]],
    );
    // The middle stock becomes two shares for one on the third day; the one below it does so on the entry day itself. Nobody
    // who held them noticed, so the median stays.
    await service.database.query(
      'update daily_bar set open = open / 2, high = high / 2, low = low / 2, close = close / 2 where code = $1 and trade_date >= $2',
      [codeOf(10), AFTER[2]],
    );
    await service.database.query(
      `insert into price_break (code, trade_date, kind, ratio)
       select code, day, 'ex_right', 2 from unnest($1::text[], $2::date[]) as given (code, day)
       on conflict (code, trade_date) do update set kind = 'ex_right', ratio = 2`,
      [
        [codeOf(10), codeOf(9)],
        [AFTER[2], AFTER[0]],
      ],
    );
    for (const code of CODES) {
      const json = { code, entry_date: DAYS[60] };
      const reply = await service.call('POST', '/api/stock-cycle/sessions', { json });
      sessions.set(code, (reply.body.data as { session: { id: number } }).session.id);
    }
    await judge(codeOf(20), 'outlook', '上涨');
    await judge(codeOf(0), 'outlook', '上涨');
    await judge(codeOf(1), 'outlook', '下跌');
    await judge(codeOf(2), 'phase', 'markdown');
    await judge(codeOf(19), 'event', 'SOW');
    await judge(codeOf(18), 'outlook', '上涨', { periodEnd: addDays(THROUGH, -7) });
    await judge(codeOf(17), 'outlook', '上涨', { replay: true });
    await judge(codeOf(16), 'outlook', '上涨', { model: 'other' });
    await judge(codeOf(15), 'outlook', '上涨', { model: 'late', dataThrough: DAYS.at(-3) ?? THROUGH });
    await score();
  });
  afterAll(() => service.stop());

  it('compares judgements with the median of the market, for each model and kind', async () => {
    const outlook = (await records('?model=rules&kind=outlook')).filter(({ replay }) => !replay);
    const twenty = horizon(outlook, 20);
    expect(twenty).toMatchObject({ n: 3, hits: 2, insufficient: true, unfillable: 0 });
    // Bought at 10: +20 %, +0 % and, said to fall, +1 % against a median of +10 %: following it gained 10, -10 and 9 points.
    expect(twenty?.meanExcessPct).toBeCloseTo((10 - 10 + 9) / 3, 3);
    expect(twenty?.hitRatePct).toBeCloseTo(66.67, 2);
    // Ten of the 21 stocks lie above the middle one, ten below.
    expect(twenty?.baseRatePct).toBeCloseTo((10 / 21) * 100, 1);
  });

  it('scores phases and events by their direction', async () => {
    expect(horizon(await records('?model=rules&kind=phase'), 5)).toMatchObject({ n: 1, hits: 1 });
    expect(horizon(await records('?model=rules&kind=event'), 5)).toMatchObject({ n: 1, hits: 0 });
  });

  it('counts runs on a set clock separately, and other models', async () => {
    const replays = (await records('?model=rules&kind=outlook')).filter(({ replay }) => replay);
    expect(horizon(replays, 10)).toMatchObject({ n: 1, hits: 1 });
    expect(horizon(await records('?model=other'), 60)).toMatchObject({ n: 1, hits: 1 });
  });

  it('waits until the days have passed, and never scores hindsight', async () => {
    expect(await records('?model=late')).toEqual([]);
    const reply = await service.call('GET', `/api/stock-cycle/sessions/${sessions.get(codeOf(18)) ?? 0}`);
    expect(reply.body.data).toMatchObject({ aiJudgements: [{ value: '上涨', hindsight: true, scores: [] }] });
  });

  it('shows in the session how its judgements performed', async () => {
    const reply = await service.call('GET', `/api/stock-cycle/sessions/${sessions.get(codeOf(20)) ?? 0}`);
    const { aiJudgements } = reply.body.data as { aiJudgements: { scores: unknown[] }[] };
    expect(aiJudgements).toHaveLength(1);
    expect(aiJudgements[0]).toMatchObject({ model: 'rules', kind: 'outlook', period: 'week', dataThrough: THROUGH });
    expect(aiJudgements[0]?.scores).toEqual(
      [5, 10, 20, 60].map((days) => ({
        horizon: days,
        state: 'scored',
        exitDate: AFTER[days],
        returnPct: 20,
        excessPct: 10,
        right: true,
        counted: true,
      })),
    );
  });

  it('scores nothing twice', async () => {
    const before = await service.database.query('select * from ai_judgement_score order by judgement_id, horizon');
    await score();
    expect(await service.database.query('select * from ai_judgement_score order by judgement_id, horizon')).toEqual(
      before,
    );
  });

  it('keeps the first judgement of a period, whatever is written later', async () => {
    await expect(judge(codeOf(20), 'outlook', '下跌')).rejects.toThrow('ai_judgement_first');
  });

  it('has a separate record for every version of a prompt or of the rules', async () => {
    await judge(codeOf(20), 'outlook', '下跌', { version: 'v2' });
    await score();
    const found = (await records('?model=rules&kind=outlook')).filter(({ replay }) => !replay);
    expect(found.map(({ version, since }) => ({ version, since }))).toEqual([
      { version: 'v1', since: THROUGH },
      { version: 'v2', since: THROUGH },
    ]);
    expect(horizon(found.slice(1), 20)).toMatchObject({ n: 1, hits: 0, meanExcessPct: -10 });
  });

  it('counts the hits of the scan as a screen of its own', async () => {
    await service.database.query(
      `with run as (
         insert into scan_run (status, start_date, end_date, circ_mkt_min_yi, circ_mkt_max_yi, trading_days, prior_start,
           candidate_count, request_key, market_source, finished_at)
         values ('completed', $1, $1, 0, 500, 1, $1, 1, 'a', 'files', now()) returning id
       )
       insert into scan_hit (scan_id, code, entry_date, min_volume, close, circulating_market_cap_yi, session_id, outcome)
       select id, $2, $1, 1, 10, 200, $3, 'created' from run`,
      [THROUGH, codeOf(12), sessions.get(codeOf(12))],
    );
    await score();
    const [screen] = await records('?kind=screen');
    // Bounds, options and days are the screen's version; a range that was over when it was chosen is a replay.
    expect(screen).toMatchObject({ model: 'ground_volume_scan', version: '0-500 yi, 1 days', replay: true });
    expect(screen?.horizons.find((one) => one.horizon === 20)).toMatchObject({ n: 1, hits: 1 });
  });

  it('makes scores of an earlier method again, with the medians of their days', async () => {
    const scores = 'select judgement_id, horizon, excess_pct, method from ai_judgement_score order by 1, 2';
    const before = await service.database.query(scores);
    await service.database.query('update ai_judgement_score set method = 2, excess_pct = 99');
    await service.database.query('update market_span set median_pct = 99');
    expect(await records()).toEqual([]);
    await score();
    expect(await service.database.query(scores)).toEqual(before);
  });

  it('drops what was computed from a day that lacked bars, and scores it again', async () => {
    const scores = 'select judgement_id, horizon, excess_pct from ai_judgement_score order by 1, 2';
    const before = await service.database.query(scores);
    await service.database.query('update market_day set bars = bars + 100 where trade_date = $1', [AFTER[0]]);
    await service.database.query('update ai_judgement_score set excess_pct = 99');
    await score();
    expect(await service.database.query(scores)).toEqual(before);
  });

  it('separates events, each with samples of its own', async () => {
    const model = 'events';
    await judge(codeOf(20), 'event', 'SPRING', { model });
    await judge(codeOf(20), 'event', 'SOW', { model, dataThrough: DAYS[121] ?? THROUGH });
    await judge(codeOf(0), 'event', 'SOW', { model });
    await judge(codeOf(20), 'phase', 'markup', { model });
    await score();
    const events = await records(`?by=event&model=${model}`);
    expect(events.map(({ kind, value }) => [kind, value])).toEqual([
      ['event', 'SOW'],
      ['event', 'SPRING'],
    ]);
    expect(horizon(events, 20)).toMatchObject({ n: 2, hits: 1 });
    expect(horizon(events.slice(1), 20)).toMatchObject({ n: 1, hits: 1, meanExcessPct: 10 });
    expect((await records(`?by=value&model=${model}`)).map(({ value }) => value)).toEqual(['SOW', 'SPRING', 'markup']);
    // Of the two events of one stock that overlap, the first is the sample of the model.
    const [together] = await records(`?model=${model}&kind=event`);
    expect(together?.value).toBeNull();
    expect(together?.horizons.find((one) => one.horizon === 20)).toMatchObject({ n: 2, hits: 2 });
  });

  it('reports how often each event of the rules was right, by their study while its own record is too short', async () => {
    await judge(codeOf(20), 'event', 'SOS', { version: RULES_VERSION });
    await score();
    const reply = await service.call('GET', '/api/stock-cycle/ai-event-rates');
    expect(reply.status).toBe(200);
    const { rates, measuredOn } = reply.body.data as { rates: { event: string; share: number }[]; measuredOn: string };
    expect(measuredOn).toContain(RULES_VERSION);
    const { n, share, low, high, base } = MEASURED_EVENTS.SOS ?? {};
    expect(rates.find(({ event }) => event === 'SOS')).toEqual({
      ...{ event: 'SOS', version: RULES_VERSION, direction: 'up', n, nEff: null, share, low, high, base },
      ...{ since: null, through: null, source: 'study', insufficient: false },
    });
    // Said to fall: right where the price stays below the middle.
    expect(rates.find(({ event }) => event === 'SOW')?.share).toBeCloseTo(100 - (MEASURED_EVENTS.SOW?.share ?? 0), 5);
  });

  /** Scores while a stock has no bars on the days [AFTER[0], before). */
  const scoreSuspended = async (code: string, before: CalendarDay): Promise<void> => {
    const suspended = 'daily_bar where code = $1 and trade_date < $2 and trade_date >= $3';
    const days = [code, before, AFTER[0]];
    await service.database.query(`create table kept as select * from ${suspended}`, days);
    await service.database.query(`delete from ${suspended}`, days);
    await score();
    await service.database.query('insert into daily_bar select * from kept');
    await service.database.query('drop table kept');
  };

  it('compares a stock that was bought later with the market of its own days, on one base with the samples', async () => {
    const model = 'suspended';
    const code = codeOf(4);
    await judge(code, 'outlook', '上涨', { model });
    await judge(code, 'phase', 'markup', { model });
    await judge(code, 'phase', 'markup', { model, dataThrough: DAYS[121] ?? THROUGH });
    await scoreSuspended(code, AFTER[4] ?? THROUGH);
    // All stocks stand still from the second day on, this one too: its own days have no excess.
    const [found] = await records(`?model=${model}&kind=outlook`);
    expect(found?.horizons.find((one) => one.horizon === 20)).toMatchObject({ n: 1, unfillable: 1, meanExcessPct: 0 });
    // Two judgements of overlapping days are one sample, that could not be bought at once.
    const [phase] = await records(`?model=${model}&kind=phase`);
    expect(phase?.horizons.find((one) => one.horizon === 20)).toMatchObject({ n: 1, unfillable: 1 });
  });

  it('gives up after five open days, suspended ones among them; what was not bought keeps no other one away', async () => {
    const model = 'suspended for long';
    const code = codeOf(3);
    for (const dataThrough of [THROUGH, DAYS[121] ?? THROUGH, DAYS[122] ?? THROUGH]) {
      await judge(code, 'outlook', '下跌', { model, dataThrough });
    }
    // Open days 121 to 126: the tries of the third judgement reach to the 127th.
    await scoreSuspended(code, AFTER[6] ?? THROUGH);
    const reply = await service.call('GET', `/api/stock-cycle/sessions/${sessions.get(code) ?? 0}`);
    const { aiJudgements } = reply.body.data as {
      aiJudgements: { model: string; scores: { state: string; exitDate: string | null }[] }[];
    };
    const five = aiJudgements.filter((one) => one.model === model).map(({ scores: [first] }) => first);
    expect(five).toMatchObject([
      { state: 'scored', exitDate: AFTER[11] },
      { state: 'unfillable', exitDate: null },
      { state: 'unfillable', exitDate: null },
    ]);
    expect(horizon(await records(`?model=${encodeURIComponent(model)}`), 5)).toMatchObject({ n: 1, unfillable: 3 });
  });

  it('counts judgements of a code that are held at the same time as one sample', async () => {
    const model = 'held';
    const code = codeOf(7);
    // Bought on AFTER[0] and held through AFTER[5].
    await judge(code, 'outlook', '下跌', { model });
    await judge(code, 'outlook', '下跌', { model, dataThrough: AFTER[4] ?? THROUGH });
    await score();
    expect(horizon(await records(`?model=${model}`), 5)).toMatchObject({ n: 1 });
    await judge(code, 'outlook', '下跌', { model, dataThrough: AFTER[5] ?? THROUGH });
    await score();
    expect(horizon(await records(`?model=${model}`), 5)).toMatchObject({ n: 2 });
  });

  it('counts judgements of a code whose days overlap as one sample', async () => {
    const next = DAYS[122] ?? THROUGH;
    const far = DAYS[132] ?? THROUGH;
    for (const dataThrough of [THROUGH, next, far]) {
      await judge(codeOf(5), 'outlook', '下跌', { model: 'often', dataThrough });
    }
    await score();
    const found = await records('?model=often');
    expect([5, 10, 20, 60].map((days) => horizon(found, days)?.n)).toEqual([2, 2, 1, 1]);
  });

  it('takes the last price of a stock that has not traded for a year', async () => {
    const model = 'gone';
    await judge(codeOf(6), 'outlook', '下跌', { model });
    await service.database.query('delete from daily_bar where code = $1 and trade_date >= $2', [codeOf(6), AFTER[3]]);
    await score();
    expect(await records(`?model=${model}`)).toEqual([]);
    await service.database.query(`update stock set delist_date = $2 where code = $1`, [codeOf(6), AFTER[4]]);
    await score();
    expect(horizon(await records(`?model=${model}`), 20)).toMatchObject({ n: 1, hits: 1 });
  });

  it('is filtered by the days on which judgements were made', async () => {
    expect(await records(`?from=${addDays(DAYS.at(-1) ?? THROUGH, 1)}`)).toEqual([]);
    expect((await records(`?from=${THROUGH}&to=${THROUGH}`)).length).toBeGreaterThan(0);
  });

  it.each([
    ['?kind=hunch', 'kind'],
    ['?by=hunch', 'by'],
    ['?from=2025-02-30', 'from'],
    ['?model=', 'model'],
    ['?code=600500', 'code'],
  ])('rejects %s by name', async (query, field) => {
    const reply = await service.call('GET', `${TRACK_RECORD}${query}`, { unchecked: true });
    expect(reply.status).toBe(400);
    expect(reply.body.fields?.map((one) => one.field)).toContain(field);
  });
});
