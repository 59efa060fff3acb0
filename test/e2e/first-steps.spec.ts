import type { CalendarDay } from '#lib/kernel';
import { ScansService, DEFAULT_SCAN_OPTIONS } from '#lib/scan';
import { putSmallMarket } from '../support/database/small-market';
import { createPlainUser } from '../support/worlds/plain-user';
import { ADMIN, TestApi } from '../support/worlds/test-api';

const STEPS = '/api/console/first-steps';

describe('the first steps of a user', () => {
  let api: TestApi;
  let admin: string;

  beforeEach(async () => {
    api = await TestApi.start({ environment: { RATE_LIMIT: 'off' } });
    await putSmallMarket(api.database, { from: '2025-06-02', to: '2025-06-06' }, [
      { code: '000001', name: '平安银行' },
    ]);
    await api.database.query(`update market_state set source = 'demo'`);
    admin = await api.login();
  });
  afterEach(() => api.stop());

  const stepsOf = async (bearer: string) => (await api.call('GET', STEPS, { bearer })).body.data;
  const NONE = { market: false, scan: false, review: false, password: false };

  it('are open at first, and need a credential', async () => {
    expect(await stepsOf(admin)).toEqual(NONE);
    expect((await api.call('GET', STEPS)).status).toBe(401);
  });

  it('are done by a real market, an own scan, a record that a person wrote, and an own new password', async () => {
    const user = await createPlainUser(api);
    const day = { startDate: '2025-06-05' as CalendarDay, endDate: '2025-06-06' as CalendarDay };
    const scans = api.app.get(ScansService, { strict: false });
    await scans.start({ ...day, circMktMinYi: 0, circMktMaxYi: 1000, options: DEFAULT_SCAN_OPTIONS }, user.id);
    expect(await stepsOf(user.token)).toEqual({ ...NONE, scan: true });
    expect(await stepsOf(admin)).toEqual(NONE);

    const session = await api.call('POST', '/api/stock-cycle/sessions', {
      bearer: admin,
      json: { code: '000001', entry_date: '2025-06-03' },
    });
    const { id } = (session.body.data as { session: { id: number } }).session;
    const path = `/api/stock-cycle/sessions/${id}/daily`;
    const record = { trade_date: '2025-06-04', supply_demand: 'balanced', evidence_note: '缩量' };
    expect((await api.call('POST', path, { bearer: admin, json: record })).status).toBeLessThan(300);
    await api.database.query(`update daily_record set origin = 'ai'`);
    expect(await stepsOf(admin)).toEqual(NONE);
    await api.database.query(`update daily_record set origin = 'manual'`);
    expect(await stepsOf(admin)).toEqual({ ...NONE, review: true });

    await api.database.query(`update market_state set source = 'tdx'`);
    expect(await stepsOf(admin)).toEqual({ ...NONE, review: true, market: true });

    const next = 'another long password';
    const change = { current_password: ADMIN.password, new_password: next };
    expect((await api.call('POST', '/api/auth/password', { bearer: admin, json: change })).status).toBe(200);
    const again = await api.login({ username: ADMIN.username, password: next });
    expect(await stepsOf(again)).toMatchObject({ password: true });
    expect(await stepsOf(user.token)).toMatchObject({ password: false });
  });

  it('have the market done if somebody chose the demo', async () => {
    const chosen = await api.call('PUT', '/api/admin/market-source', { bearer: admin, json: { source: 'demo' } });
    expect(chosen.status).toBe(200);
    expect(await stepsOf(admin)).toEqual({ ...NONE, market: true });
  });
});
