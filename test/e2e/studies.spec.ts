import { calendarDayOf } from '#lib/kernel';
import { openMarket } from '../support/database/open-market';
import { emptyTables } from '../support/database/empty-tables';
import { TestService } from '../support/worlds/test-service';

interface Horizon {
  horizon: number;
  n: number;
  nEff: number;
  pending: number;
  hitRatePct: number | null;
  meanExcessPct: number | null;
  meanExcessLowPct: number | null;
  meanExcessHighPct: number | null;
  randomListP: number | null;
}

interface Study {
  id: number;
  status: string;
  screen: { id: string; version: number };
  params: Record<string, unknown>;
  filters: Record<string, unknown>;
  askedHorizons: number[];
  progress: number;
  days: number | null;
  signals: number;
  cases: number;
  unfillable: number;
  pending: number;
  variant: { number: number; of: number };
  horizons: Horizon[];
  byYear: { year: number; n: number }[];
  halves: { half: string; n: number }[];
  path: { day: number; medianExcessPct: number | null }[];
  histogram: { fromPct: number | null; n: number }[];
  survivorship: string;
  assumptions: string[];
  warnings: string[];
  dataVersion: number;
  error: string | null;
}


const LAST = '2024-03-04';
const SPAN = { from: '2023-06-01', to: '2024-01-31' };
const OPEN_FILTERS = { exclude_st: false, min_list_days: 0, min_amount20: 0 };
const ASKED = { screen: 'ma_volume', ...SPAN, filters: OPEN_FILTERS, horizons: [5, 20] };

describe('outcome studies over HTTP', () => {
  let service: TestService;
  let market: Awaited<ReturnType<typeof openMarket>>;

  beforeAll(async () => {
    market = await openMarket(calendarDayOf(LAST));
    await market.demo.ensure({ firstLoadDays: 420 });
    service = await TestService.start({}, { clock: market.clock, databaseUrl: market.databaseUrl });
  }, 120_000);
  afterAll(async () => {
    await service.stop();
    await market.close();
  });
  beforeEach(() => emptyTables(service.database, ['study', 'study_case'], { restartIds: true }));

  const start = (json: object) => service.call('POST', '/api/studies', { json });
  const get = async (id: number) => (await service.call('GET', `/api/studies/${String(id)}`)).body.data as Study;

  async function study(json: object): Promise<Study> {
    const { status, body } = await start(json);
    if (status !== 202) throw new Error(JSON.stringify(body));
    const { studyId } = body.data as { studyId: number };
    for (;;) {
      const found = await get(studyId);
      if (!['queued', 'running'].includes(found.status)) return found;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  it('says what the hits of a screen were worth', async () => {
    const found = await study(ASKED);
    console.log(JSON.stringify(found, null, 1));
    expect(found).toMatchObject({ status: 'completed', progress: 100, screen: { id: 'ma_volume' } });
  });
});
