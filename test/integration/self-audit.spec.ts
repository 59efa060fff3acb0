import { Client } from 'pg';
import type { Clock } from '#lib/kernel';
import { CyqSyncService } from '#lib/tracking';
import { type AuditReport, SelfAuditService } from '#lib/upkeep';
import { openDaysBefore, putSmallMarket } from '../support/database/small-market';
import { until } from '../support/until';
import { TestApi } from '../support/worlds/test-api';

const LAST_DAY = '2025-12-31';
const FIRST_DAY = openDaysBefore('2026-01-01', 390)[0] ?? '';
/** Of sessions whose figures are being refreshed. */
const REFRESH_LOCK = 0x5343_534d;
const PATIENCE_MS = 30_000;
const NOW = new Date('2026-01-01T12:00:00Z');

describe('the self-audit', () => {
  let api: TestApi;
  let token: string;

  beforeAll(async () => {
    const clock = { now: () => NOW, today: () => '2026-01-01' } as Clock;
    api = await TestApi.start({ clock });
    const days = openDaysBefore('2026-01-01', 390);
    await putSmallMarket(api.database, { from: FIRST_DAY, to: LAST_DAY }, [
      { code: '000001', turnoverPct: 1.5, width: 0.2, listDate: '2010-01-04', volumes: { [days.at(-3) ?? '']: 900 } },
      { code: '000002', turnoverPct: 1, width: 0.1, listDate: '2010-01-04', volumes: { [days.at(-30) ?? '']: 900 } },
    ]);
    await api.database.query(
      `update daily_bar set pre_close = 10, is_st = false, up_limit = 11, down_limit = 9 where code = '000001'`,
    );
    await api.database.query('update market_state set data_version = data_version + 1');
    token = await api.login();
    const session = { code: '000001', entry_date: '2025-12-01', entry_close_price: 10 };
    expect((await api.call('POST', '/api/stock-cycle/sessions', { bearer: token, json: session })).status).toBe(200);
    const cyq = api.app.get(CyqSyncService, { strict: false });
    const answer = await cyq.askForMarket(new AbortController().signal);
    await api.database.transaction((tx) => cyq.store(tx, answer));
  });
  afterAll(() => api.stop());

  const audit = (): Promise<AuditReport> => api.app.get(SelfAuditService, { strict: false }).run();
  const found = ({ checks }: AuditReport) =>
    Object.fromEntries(checks.map(({ name, compared, differences }) => [name, [compared > 0, differences]]));

  it('finds no difference in what the program wrote itself', async () => {
    const report = await audit();
    expect(found(report)).toEqual({
      low_volume: [true, 0],
      limit_prices: [true, 0],
      chips: [true, 0],
      session_figures: [true, 0],
      session_totals: [true, 0],
      schema: [true, 0],
    });
    const reply = await api.call('GET', '/api/admin/self-audit', { bearer: token });
    expect(reply.body.data).toEqual({ report });
  });

  it('finds none where chips are stored while it compares', async () => {
    const client = new Client({ connectionString: api.databaseUrl });
    await client.connect();
    try {
      await client.query('begin');
      await client.query('select pg_advisory_xact_lock($1)', [REFRESH_LOCK]);
      const running = audit();
      await until('the audit has read the stored figures', PATIENCE_MS, async () => {
        const waiting = await api.database.query(`select from pg_locks where locktype = 'advisory' and not granted`);
        return waiting.length > 0;
      });
      await client.query(`update chip_distribution set concentration90 = concentration90 + 0.1 where code = '000001'`);
      await client.query('update session_market set cyq_spread_ratio = cyq_spread_ratio + 0.1');
      await client.query('commit');
      expect(found(await running)).toMatchObject({ session_figures: [true, 0] });
    } finally {
      await client.end();
      await api.database.query(
        `update chip_distribution set concentration90 = concentration90 - 0.1 where code = '000001'`,
      );
    }
  });

  it('finds errors, names them, and changes nothing', async () => {
    await api.database.query(`update daily_bar set up_limit = 11.01 where code = '000001' and trade_date = $1`, [
      LAST_DAY,
    ]);
    await api.database.query(`update chip_distribution set cost50 = cost50 + 0.01 where code = '000002'`);
    await api.database.query('update session_market set close_vs_entry_pct = 12.34');
    await api.database.query(`update session_count set delta = delta + 1 where status = 'open'`);
    await api.database.query('alter table scan_run add constraint untried check (id > 0) not valid');
    const report = await audit();
    expect(found(report)).toEqual({
      low_volume: [true, 0],
      limit_prices: [true, 1],
      chips: [true, 1],
      session_figures: [true, 1],
      session_totals: [true, 1],
      schema: [true, 1],
    });
    const worst = report.checks.flatMap((check) => check.worst);
    expect(worst.map(({ subject }) => subject)).toEqual([
      `000001 ${LAST_DAY}`,
      `000002 ${LAST_DAY}`,
      'session 1',
      'open sessions',
      'constraint untried was never checked',
    ]);
    expect(await api.database.query('select close_vs_entry_pct as pct from session_market')).toEqual([{ pct: 12.34 }]);
    const metrics = await api.call('GET', '/metrics', { unchecked: true });
    expect(metrics.text).toContain('self_audit_differences 5');
  });
});
