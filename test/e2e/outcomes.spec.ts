import { scoreJudgementsJob } from '#lib/ai';
import { calendarDayOf } from '#lib/kernel';
import { JobsService } from '#lib/queue';
import { type OpenMarket, openMarket } from '../support/database/open-market';
import { until } from '../support/until';
import { TestService } from '../support/worlds/test-service';

interface StudyHorizon {
  horizon: number;
  n: number;
  nEff: number;
  hitRatePct: number;
  hitRateLowPct: number;
  hitRateHighPct: number;
  meanExcessPct: number;
}

interface Case {
  code: string;
  signalDate: string;
  outcome: string;
  entryDate: string | null;
  exits: { horizon: number; exitDate: string; grossPct: number; excessPct: number }[];
}

const HORIZON = 5;
const ASKED = {
  ...{ screen: 'top_gainers', params: { top: 10 }, from: '2023-06-01', to: '2023-06-16', horizons: [HORIZON] },
  filters: { exclude_st: false, min_list_days: 0, min_amount20: 0 },
};
const PATIENCE_MS = 60_000;

jest.setTimeout(300_000);

describe('judgements of the days and stocks of a study', () => {
  let market: OpenMarket;
  let service: TestService;

  beforeAll(async () => {
    market = await openMarket(calendarDayOf('2023-07-03'), { demoEvery: 4 });
    await market.demo.ensure({ firstLoadDays: 250 });
    service = await TestService.start({}, { clock: market.clock, databaseUrl: market.databaseUrl });
  });
  afterAll(async () => {
    await service.stop();
    await market.close();
  });

  async function study(overlap: 'first' | 'all'): Promise<{ horizon: StudyHorizon; cases: Case[] }> {
    const asked = await service.call('POST', '/api/studies', { json: { ...ASKED, overlap } });
    const path = `/api/studies/${String((asked.body.data as { studyId: number }).studyId)}`;
    let found = { status: '', error: null as string | null, horizons: [] as StudyHorizon[] };
    await until('the study has ended', PATIENCE_MS, async () => {
      found = (await service.call('GET', path)).body.data as typeof found;
      return !['queued', 'running'].includes(found.status);
    });
    expect(found).toMatchObject({ status: 'completed', error: null });
    const [horizon] = found.horizons;
    const { cases } = (await service.call('GET', `${path}/cases?limit=1000`)).body.data as { cases: Case[] };
    if (horizon === undefined) throw new Error('a study without horizons');
    return { horizon, cases };
  }

  async function score(judged: readonly Case[]): Promise<void> {
    await service.database.query(
      `insert into ai_judgement (model, kind, code, period, period_end, value, data_through, hindsight, replay, version)
       select 'top_gainers', 'screen', code, 'scan', day, 'top_gainers', day, false, false, 'v1'
       from unnest($1::text[], $2::date[]) as given (code, day)`,
      [judged.map(({ code }) => code), judged.map(({ signalDate }) => signalDate)],
    );
    const jobs = service.api.app.get(JobsService);
    const { jobId } = await service.database.transaction((tx) => jobs.enqueue(tx, scoreJudgementsJob, {}));
    jobs.publishSoon();
    expect(await jobs.wait(jobId, PATIENCE_MS)).toMatchObject({ state: 'completed', error: null });
  }

  it('come out as its cases do, with its hit rate and interval', async () => {
    const [all, first] = [await study('all'), await study('first')];
    expect(all.cases.length).toBeGreaterThan(60);
    expect(first.horizon.n).toBeLessThan(all.horizon.n);
    await score(all.cases);

    const scores = await service.database.query<Record<'code' | 'signal' | 'entry' | 'exit', string> & Excess>(
      `select j.code, j.data_through as signal, s.entry_date as entry, s.exit_date as exit, s.return_pct as gross,
         s.excess_pct as excess
       from ai_judgement j join ai_judgement_score s on s.judgement_id = j.id
       where s.horizon = $1 and s.state = 'scored' order by j.data_through, j.code`,
      [HORIZON],
    );
    const exits = all.cases
      .flatMap(({ code, signalDate, entryDate, exits: [exit] }) =>
        exit === undefined ? [] : [{ code, signal: signalDate, entry: entryDate, exit }],
      )
      .toSorted((one, other) => `${one.signal}${one.code}`.localeCompare(`${other.signal}${other.code}`));
    expect(scores.map(({ code, signal, entry, exit }) => ({ code, signal, entry, exit }))).toEqual(
      exits.map(({ code, signal, entry, exit: { exitDate } }) => ({ code, signal, entry, exit: exitDate })),
    );
    const [unfillable] = await service.database.query<{ n: number }>(
      `select count(*)::int as n from ai_judgement_score where horizon = $1 and state = 'unfillable'`,
      [HORIZON],
    );
    expect(unfillable?.n).toBe(all.cases.filter(({ outcome }) => outcome === 'unfillable').length);
    for (const [index, { gross, excess }] of scores.entries()) {
      expect(gross).toBeCloseTo(exits[index]?.exit.grossPct ?? NaN, 6);
      expect(excess).toBeCloseTo(exits[index]?.exit.excessPct ?? NaN, 6);
    }

    const reply = await service.call('GET', '/api/stock-cycle/ai-track-record?model=top_gainers');
    const [record] = (reply.body.data as { models: { horizons: RecordedHorizon[] }[] }).models;
    const recorded = record?.horizons.find(({ horizon }) => horizon === HORIZON);
    const { n, nEff, hitRatePct, hitRateLowPct, hitRateHighPct, meanExcessPct } = first.horizon;
    expect(recorded).toMatchObject({ n, insufficient: true });
    expect(recorded?.nEff).toBeCloseTo(nEff, 0);
    expect(recorded?.hitRatePct).toBeCloseTo(hitRatePct, 1);
    expect(recorded?.lowPct).toBeCloseTo(hitRateLowPct, 1);
    expect(recorded?.highPct).toBeCloseTo(hitRateHighPct, 1);
    expect(recorded?.meanExcessPct).toBeCloseTo(meanExcessPct, 2);
  });
});

interface Excess {
  gross: number;
  excess: number;
}

interface RecordedHorizon {
  horizon: number;
  n: number;
  nEff: number;
  hitRatePct: number;
  lowPct: number;
  highPct: number;
  meanExcessPct: number;
}
