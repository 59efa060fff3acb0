import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { Client } from 'pg';
import { emptyTables } from '../support/database/empty-tables';
import { openDaysBefore } from '../support/database/small-market';
import type { Reply } from '../support/worlds/test-api';
import { TestService } from '../support/worlds/test-service';
import { until } from '../support/until';

const route = '/api/market/imports';
const PATIENCE_MS = 60_000;
const LIMIT = 512 * 1024;

/** The key of the lock that every change of the market takes. */
const MARKET_LOCK = 0x5343_4d44;

const HEADER = 'date,code,open,high,low,close,preclose,volume,amount,turn,tradestatus,isST';
const days = openDaysBefore('2026-01-01', 5);

/** BaoStock rows of a code, one a day. */
function rows(code: string, close = 10): string {
  return days
    .map((day) => `${day},sh.${code},${close},${close},${close},${close},${close},1000,10000,0.5,1,0`)
    .join('\n');
}

interface Import {
  id: number;
  status: string;
  file: string;
  bars: { read: number; inserted: number; updated: number; unchanged: number };
  refused: { file: string; line: number | null; reason: string }[];
  error: string | null;
}

describe('an import of bars over HTTP', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.start({ UPLOAD_MAX_BYTES: String(LIMIT), JOB_LEASE_SECONDS: '3' });
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    await emptyTables(service.database, [
      'daily_bar',
      'market_day',
      'stock',
      'stock_figures',
      'market_import',
      'market_import_note',
      'upload',
      'job',
    ]);
    await service.database.query(`update market_state set source = 'none', bars_from = null, bars_to = null`);
  });

  const send = (raw: string, query = '?format=baostock-csv', type = 'text/csv'): Promise<Reply> =>
    service.call('POST', `${route}${query}`, { raw, headers: { 'content-type': type } });
  const sendForm = async (name: string, content: string, query = '?format=baostock-csv'): Promise<Reply> => {
    const form = new FormData();
    form.append('file', new Blob([content]), name);
    const encoded = new Response(form);
    return service.call('POST', `${route}${query}`, {
      raw: new Uint8Array(await encoded.arrayBuffer()),
      headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    });
  };
  const accepted = (reply: Reply): number => {
    expect([reply.status, reply.text]).toEqual([202, expect.anything()]);
    return (reply.body.data as { importId: number }).importId;
  };
  const get = async (id: number): Promise<Import> => (await service.call('GET', `${route}/${id}`)).body.data as Import;
  const ended = async (id: number): Promise<Import> => {
    await until(`import ${id} ends`, PATIENCE_MS, async () => ['completed', 'failed'].includes((await get(id)).status));
    return get(id);
  };
  const count = async (table: string): Promise<number> =>
    (await service.database.query<{ n: number }>(`select count(*) as n from ${table}`))[0]?.n ?? Number.NaN;
  const waitsForTurn = async (): Promise<boolean> =>
    (
      await service.database.query(
        // It asks for the lock once a second, and looks who has it in between.
        `select 1 from pg_stat_activity where datname = current_database() and state = 'idle'
           and application_name = 'stock-cycle-load-files' and query like '%pg_locks%'`,
      )
    ).length > 0;

  /** Holds every change of the market back while `work` runs. */
  async function withMarketLocked(work: (release: () => Promise<void>) => Promise<void>): Promise<void> {
    const client = new Client({ connectionString: service.api.databaseUrl });
    await client.connect();
    try {
      await client.query('select pg_advisory_lock($1)', [MARKET_LOCK]);
      await work(async () => {
        await client.query('select pg_advisory_unlock($1)', [MARKET_LOCK]);
      });
    } finally {
      await client.end();
    }
  }

  it('takes a file, reports progress and result, and changes nothing by the same file again', async () => {
    const file = `${HEADER}\n${rows('600000')}\n${rows('600519', 12)}\n`;
    const first = await ended(accepted(await send(file)));
    expect(first).toMatchObject({
      ...{ status: 'completed', file: 'upload.csv', refused: [], error: null, stocks: 2, files: 1 },
      bars: { read: 10, inserted: 10, updated: 0, unchanged: 0 },
      from: days[0],
      to: days[4],
    });
    expect(await count('daily_bar')).toBe(10);
    expect(await ended(accepted(await send(file)))).toMatchObject({ bars: { inserted: 0, unchanged: 10 } });
    await until('nothing is staged any more', PATIENCE_MS, async () => (await count('upload')) === 0);
    const list = (await service.call('GET', `${route}?limit=1`)).body.data as { imports: Import[]; pagination: object };
    expect(list.imports).toHaveLength(1);
    expect(list.pagination).toEqual({ total: 2, limit: 1, offset: 0, hasMore: true });
  });

  it('uses the name that a form gives the file, and only its last part', async () => {
    const eastmoney = `日期,开盘,收盘,最高,最低,成交量,成交额,换手率\n${days[0] ?? ''},10,10,10,10,100,100000,0.5\n`;
    const report = await ended(accepted(await sendForm('../../000001.csv', eastmoney, '?format=eastmoney-csv')));
    expect(report).toMatchObject({ status: 'completed', file: '000001.csv', bars: { inserted: 1 } });
    expect(await service.database.query('select code from daily_bar')).toEqual([{ code: '000001' }]);
  });

  it('rejects a whole file with an invalid line and names the line; a broken archive and a wrong kind fail the import', async () => {
    const bad = await ended(
      accepted(await send(`${HEADER}\n${rows('600000').replace('10,10,10,10', '10,9,10,10')}\n`)),
    );
    expect(bad).toMatchObject({
      status: 'completed',
      refused: [{ file: 'upload.csv', line: 2 }],
      bars: { inserted: 0 },
    });
    expect(await ended(accepted(await sendForm('bars.zip', 'no archive')))).toMatchObject({
      status: 'failed',
      error: 'bars.zip is no zip archive',
    });
    const wrong = await ended(accepted(await sendForm('readme.md', 'text')));
    expect(wrong).toMatchObject({ status: 'failed', error: expect.stringContaining('readme.md') as unknown });
    expect(wrong.error).not.toContain(tmpdir());
    await until('nothing is staged any more', PATIENCE_MS, async () => (await count('upload')) === 0);
  });

  it('takes one file at a time: the same one is joined, another one is rejected', async () => {
    await withMarketLocked(async (release) => {
      const file = `${HEADER}\n${rows('600000')}\n`;
      const id = accepted(await send(file));
      await until('the import waits for its turn', PATIENCE_MS, waitsForTurn);
      expect(accepted(await send(file))).toBe(id);
      const other = await send(`${HEADER}\n${rows('600519')}\n`);
      expect([other.status, other.body.code]).toEqual([409, 'import_running']);
      expect(await count('upload')).toBe(1);
      await release();
      expect(await ended(id)).toMatchObject({ status: 'completed', bars: { inserted: 5 } });
    });
  });

  it('stores nothing by a delivery that was taken over without its knowledge', async () => {
    await withMarketLocked(async (release) => {
      const id = accepted(await send(`${HEADER}\n${rows('600000')}\n`));
      await until('the import waits for its turn', PATIENCE_MS, waitsForTurn);
      const [taken] = await service.database.query<{ id: number }>(
        `update job set lease_token = $1, lease_until = now() + interval '1 hour' where state = 'running' returning id`,
        [randomUUID()],
      );
      await release();
      await until('the old delivery has gone', PATIENCE_MS, async () => {
        const loads = await service.database.query(
          `select 1 from pg_stat_activity
           where datname = current_database() and application_name = 'stock-cycle-load-files'`,
        );
        return loads.length === 0;
      });
      expect(await count('daily_bar')).toBe(0);
      expect((await get(id)).status).toMatch(/queued|running/);
      // The one that took over dies; the next delivery does the work.
      await service.database.query(`update job set lease_until = now() - interval '1 second' where id = $1`, [
        taken?.id,
      ]);
      expect(await ended(id)).toMatchObject({ status: 'completed', bars: { inserted: 5 } });
      expect(await count('daily_bar')).toBe(5);
    });
  });

  it('finds the work done if a delivery comes again after the commit', async () => {
    const id = accepted(await send(`${HEADER}\n${rows('600000')}\n`));
    await ended(id);
    await until('its job has ended', PATIENCE_MS, async () => {
      const [job] = await service.database.query<{ state: string }>('select state from job');
      return job?.state === 'completed';
    });
    const before = await get(id);
    await service.database.query(
      `with again as (
         update job set state = 'queued', result = null, finished_at = null returning id, queue
       ) insert into job_outbox (job_id, queue) select id, queue from again`,
    );
    await until('the second delivery has ended', PATIENCE_MS, async () => {
      const [job] = await service.database.query<{ state: string }>('select state from job');
      return job?.state === 'completed';
    });
    expect(await get(id)).toEqual(before);
  });

  it('replaces the demo market only if requested', async () => {
    await service.database.query(`update market_state set source = 'demo'`);
    const file = `${HEADER}\n${rows('600000')}\n`;
    const refused = await send(file);
    expect([refused.status, refused.body.code]).toEqual([409, 'market_is_demo']);
    const id = accepted(await send(file, '?format=baostock-csv&replace_demo=true'));
    expect(await ended(id)).toMatchObject({ status: 'completed', replaceDemo: true, bars: { inserted: 5 } });
    expect(await service.database.query('select source from market_state')).toEqual([{ source: 'files' }]);
  });

  it('names what is invalid in a request', async () => {
    const cases: [string, Promise<Reply>, number, string][] = [
      ['no format', send('x', ''), 400, 'format'],
      ['an unknown one', send('x', '?format=xls'), 400, 'format'],
      ['an unknown parameter', send('x', '?format=tdx&names=y'), 400, 'names'],
      ['no flag', send('x', '?format=tdx&replace_demo=perhaps'), 400, 'replace_demo'],
    ];
    for (const [what, sent, status, field] of cases) {
      const reply = await sent;
      expect([what, reply.status, reply.body.fields?.[0]?.field]).toEqual([what, status, field]);
    }
    expect((await send('')).status).toBe(400);
    expect((await send('{}', '?format=tdx', 'application/json')).status).toBe(415);
    expect((await send('x'.repeat(LIMIT + 1))).status).toBe(413);
    expect((await service.call('GET', `${route}/999`)).status).toBe(404);
    expect((await service.call('GET', `${route}/x`)).status).toBe(400);
    expect(await count('upload')).toBe(0);
  });
});
