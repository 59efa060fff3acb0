import { ReplicatedPostgres } from '../support/database/replicated-postgres';
import { TcpProxy } from '../support/processes/tcp-proxy';
import { until } from '../support/until';
import { measured } from './support/measured';
import { NoteTrial } from './support/note-trial';
import { RealService } from './support/real-service';

const BOUND_MS = 1000;
const READY_MS = 60_000;
/** Writes before, during and after a fault, each followed by a list of another API. */
const WRITES = 15;
const LOOKUPS = 4;
const LOOKUP_SECONDS = 2;

jest.setTimeout(240_000);

describe('a streaming replica under two APIs', () => {
  let servers: ReplicatedPostgres;
  let proxy: TcpProxy;
  let service: RealService;
  let urls: string[];

  beforeAll(async () => {
    // A replica that ends every read in the way of the log.
    servers = await ReplicatedPostgres.start({ replica: { max_standby_streaming_delay: '0' } });
    const replicaUrl = new URL(servers.replicaUrl);
    proxy = await TcpProxy.to(replicaUrl.hostname, Number(replicaUrl.port));
    replicaUrl.port = String(proxy.port);
    service = await RealService.create(
      {
        RATE_LIMIT: 'off',
        DATABASE_REPLICA_URL: replicaUrl.href,
        DATABASE_REPLICA_MAX_LAG_MS: String(BOUND_MS),
      },
      { url: servers.url, drop: () => Promise.resolve() },
    );
    await service.startApi();
    urls = [service.url, await service.startAnotherApi()];
  });

  beforeEach(async () => {
    await service.clear();
    await untilServed();
  });

  afterAll(async () => {
    await service.remove();
    await proxy.close();
    await servers.remove();
  });

  async function isDegraded(url: string): Promise<boolean> {
    const { status, data } = await service.call('GET', '/health/ready', undefined, url);
    expect(status).toBe(200);
    return (data as { degraded: string[] }).degraded.includes('replica');
  }

  const untilServed = (): Promise<number> =>
    until('both APIs read the replica', READY_MS, async () =>
      (await Promise.all(urls.map(isDegraded))).every((degraded) => !degraded),
    );
  const untilLeft = (): Promise<number> =>
    until('both APIs have left the replica', READY_MS, async () =>
      (await Promise.all(urls.map(isDegraded))).every((degraded) => degraded),
    );

  /** A sum over both APIs, from pages that are at most five seconds old. */
  async function total(name: string): Promise<number> {
    const pages = await Promise.all(urls.map(async (url) => (await fetch(`${url}/metrics`)).text()));
    return pages.reduce(
      (sum, page) =>
        sum +
        Number(
          page
            .split('\n')
            .find((line) => line.startsWith(name))
            ?.split(' ')[1],
        ),
      0,
    );
  }

  /** Requests go on before, during and after the fault. */
  async function duringRequests(what: string, fault: () => Promise<void> | void, mend: () => Promise<void> | void) {
    const trial = await NoteTrial.start(service, urls, BOUND_MS);
    try {
      await trial.goOnFor(WRITES);
      await fault();
      measured(`${what}: both APIs have left the replica after, ms`, await untilLeft());
      await trial.goOnFor(WRITES);
      await mend();
      measured(`${what}: both read it again after, ms`, await untilServed());
      await trial.goOnFor(WRITES);
    } finally {
      await trial.stop();
    }
    report(what, trial);
  }

  function report(what: string, trial: NoteTrial): void {
    measured(`${what}: responses`, JSON.stringify(Object.fromEntries(trial.statuses)));
    measured(`${what}: longest request, ms; oldest list of a stranger, ms`, `${trial.slowestMs}; ${trial.oldestMs}`);
    expect([...trial.statuses.keys()]).toEqual([200]);
    expect(trial.unseen).toEqual([]);
    expect(trial.tooOld).toEqual([]);
  }

  it('that is well answers most lists, and shows each writer what they wrote', async () => {
    const before = await total('database_reads_total{side="replica"}');
    const trial = await NoteTrial.start(service, urls, BOUND_MS);
    await trial.goOnFor(4 * WRITES);
    await trial.stop();
    report('well', trial);
    await until('reads of the replica are counted', READY_MS, async () => {
      return (await total('database_reads_total{side="replica"}')) > before;
    });
  });

  it('that is killed, and started again', () =>
    duringRequests(
      'killed',
      () => servers.killReplica(),
      () => servers.startReplica(),
    ));

  it('that is frozen with its connections open', () =>
    duringRequests(
      'frozen',
      () => servers.freezeReplica(),
      () => servers.thawReplica(),
    ));

  it.each(['refuse', 'blackhole'] as const)('whose wire does this: %s', (mode) =>
    duringRequests(
      `wire, ${mode}`,
      () => proxy.set(mode),
      () => proxy.set('pass'),
    ),
  );

  it('whose replay stands still while it answers', () =>
    duringRequests(
      'replay paused',
      () => servers.pauseReplay(),
      () => servers.resumeReplay(),
    ));

  it('that ends a long read in the way of a vacuum: the primary answers it', async () => {
    await slowDownLookups();
    const { data } = await service.call('POST', '/api/auth/api-keys', { name: 'lookups' });
    const { key } = data as { key: string };
    const lookUp = async (no: number): Promise<number> => {
      const response = await fetch(`${urls[no % urls.length]}/api/admin/seo-ranking/keyword-search`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: JSON.stringify({ keyword: 'slow', searchMode: 'exact' }),
      });
      await response.json();
      return response.status;
    };
    const trial = await NoteTrial.start(service, urls, BOUND_MS);
    const name = 'database_replica_fallbacks_total{reason="conflict"}';
    const before = await total(name);
    await until('a read was ended by the log', READY_MS, async () => {
      let done = false;
      const lookups = Promise.all(Array.from({ length: LOOKUPS }, (_, no) => lookUp(no))).finally(() => (done = true));
      await until('the lookups end', READY_MS, async () => {
        // The notes of the trial leave dead rows, which a read of the replica may see yet.
        await service.database.query('vacuum tracking_session');
        return done;
      });
      expect(await lookups).toEqual(Array.from({ length: LOOKUPS }, () => 200));
      return (await total(name)) > before;
    });
    await trial.stop();
    report('conflict', trial);
  });

  /** Each lookup of a keyword takes so long that a vacuum falls into it. */
  async function slowDownLookups(): Promise<void> {
    await service.database.query(
      `insert into seo_keyword (keyword, folded, language, market, source, short_grams)
       values ('slow', 'slow', 'en', 'us', 'test', '{}')`,
    );
    await service.database.query('alter table seo_keyword rename to seo_keyword_stored');
    await service.database.query(
      `create view seo_keyword as select k.* from seo_keyword_stored k cross join pg_sleep(${LOOKUP_SECONDS})`,
    );
  }
});
