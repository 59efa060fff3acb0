import { Client } from 'pg';
import { TcpProxy } from '../support/processes/tcp-proxy';
import { until } from '../support/until';
import { measured } from './support/measured';
import { RealService } from './support/real-service';

/** Between sessions' figures and a load, its last step before the commit. */
const REFRESH_LOCK = 0x5343_534d;
/** The server ends an idle transaction after 60 s. */
const RECOVERY_MS = 100_000;
const PATIENCE_MS = 30_000;

const HEADER = 'date,code,open,high,low,close,preclose,volume,amount,turn,tradestatus,isST';

jest.setTimeout(300_000);

let service: RealService;
let proxy: TcpProxy;
let holder: Client;

beforeAll(async () => {
  service = await RealService.create();
  await service.startApi();
  const url = new URL(service.databaseUrl);
  proxy = await TcpProxy.to(url.hostname, Number(url.port));
  holder = new Client({ connectionString: service.databaseUrl });
  await holder.connect();
  await finishDailyChipSync();
});

afterAll(async () => {
  await holder.end();
  await service.remove();
  await proxy.close();
});

/** The daily chip sync also writes the sessions' figures: it would wait for the lock before the load does. */
async function finishDailyChipSync(): Promise<void> {
  await service.startWorker();
  await until('the daily chip sync completes', PATIENCE_MS, async () => {
    const [job] = await service.database.query<{ state: string }>(
      `select state from job where name = 'cyq.sync-market'`,
    );
    return job?.state === 'completed';
  });
  await service.stopWorkers();
}

/** Brings a load of one bar to where it stores, with the figures' lock held by the test. @returns the import's id. */
async function storing(day: string): Promise<number> {
  const url = new URL(service.databaseUrl);
  url.port = String(proxy.port);
  await service.startWorker({ DATABASE_URL: url.href });
  await holder.query('select pg_advisory_lock($1)', [REFRESH_LOCK]);
  const importId = await service.sendBars(`${HEADER}\n${day},sh.600000,10,10,10,10,10,1000,10000,0.5,1,0`);
  await until('the load stores', PATIENCE_MS, async () => {
    const rows = await service.database.query(
      `select 1 from pg_stat_activity where datname = current_database() and state = 'active'
         and application_name = 'stock-cycle-load-files' and query like '%pg_advisory_xact_lock%'`,
    );
    return rows.length > 0;
  });
  return importId;
}

/** Waits until another worker has done the import. @returns milliseconds. */
async function untilImported(importId: number, day: string): Promise<number> {
  const ms = await until('the import is done by another worker', RECOVERY_MS, async () => {
    const [row] = await service.database.query<{ status: string }>('select status from market_import where id = $1', [
      importId,
    ]);
    return row?.status === 'completed';
  });
  const bars = await service.database.query('select code from daily_bar where trade_date = $1', [day]);
  expect(bars).toEqual([{ code: '600000' }]);
  await service.stopWorkers();
  return ms;
}

it('a load that is frozen in its transaction is ended by the server, and another worker does it', async () => {
  const importId = await storing('2025-12-22');
  service.worker.freeze();
  await holder.query('select pg_advisory_unlock($1)', [REFRESH_LOCK]);
  await service.startWorker();
  measured(
    'load frozen in its transaction: until another has done it, ms',
    await untilImported(importId, '2025-12-22'),
  );
});

it('a load whose connection is silently cut is ended in the middle of its statement, and another worker does it', async () => {
  const importId = await storing('2025-12-23');
  const [lost] = await service.database.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and application_name = 'stock-cycle-load-files'`,
  );
  proxy.set('blackhole');
  await service.startWorker();
  const ms = await until('the lost session is ended', RECOVERY_MS, async () => {
    const rows = await service.database.query('select 1 from pg_stat_activity where pid = $1', [lost?.pid]);
    return rows.length === 0;
  });
  measured('load cut off in a statement: until its session is ended, ms', ms);
  await holder.query('select pg_advisory_unlock($1)', [REFRESH_LOCK]);
  await untilImported(importId, '2025-12-23');
});
