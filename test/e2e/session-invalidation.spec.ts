import { type ListedSession, SessionMarketService } from '#lib/tracking';
import { putSmallMarket } from '../support/database/small-market';
import { TestApi } from '../support/worlds/test-api';

const SESSIONS = '/api/stock-cycle/sessions';
const LAST = '2025-06-10';
const READ_ON = '2025-06-09';

interface Line {
  price: number;
  side: 'below' | 'above';
}

/** What the evidence of the newest records says; `null`: it names no price, undefined: there is no record. */
interface Readings {
  daily?: Line | null;
  weekly?: Line | null;
}

/** By code; every stock closes at 10. */
const READINGS = {
  '600001': { daily: { price: 9.5, side: 'below' } },
  '600002': { daily: { price: 10.5, side: 'above' } },
  '600003': { daily: { price: 10.2, side: 'below' } },
  '600004': {},
  '600005': { weekly: { price: 9, side: 'below' } },
  '600006': { daily: null, weekly: { price: 9.5, side: 'below' } },
  '600007': { daily: { price: 9.8, side: 'above' }, weekly: { price: 9, side: 'below' } },
  '600008': { daily: { price: 9.5, side: 'below' }, weekly: null },
  '600009': { daily: null },
} as const satisfies Record<string, Readings>;
type Code = keyof typeof READINGS;
const CODES = Object.keys(READINGS) as Code[];

describe('the invalidation price of a listed session', () => {
  let api: TestApi;
  let bearer: string;

  beforeAll(async () => {
    api = await TestApi.start();
    bearer = await api.login();
    await putSmallMarket(
      api.database,
      { from: '2025-06-03', to: LAST },
      CODES.map((code) => ({ code })),
    );
    for (const code of CODES) {
      const { daily, weekly }: Readings = READINGS[code];
      const json = { code, entry_date: '2025-06-04', entry_close_price: 10 };
      const { session } = await write<{ session: { id: number } }>('POST', SESSIONS, json);
      if (daily !== undefined) await read(session.id, 'daily', { trade_date: READ_ON }, daily);
      if (weekly !== undefined) await read(session.id, 'weekly', { week_end_date: '2025-06-06' }, weekly);
    }
  });
  afterAll(() => api.stop());

  const write = async <Data>(method: string, path: string, json?: unknown): Promise<Data> => {
    const reply = await api.call(method, path, { bearer, ...(json === undefined ? {} : { json }) });
    expect([reply.status, reply.body.error]).toEqual([200, undefined]);
    return reply.body.data as Data;
  };
  /** A record as a fill leaves it: only a fill writes evidence, so it is put there, and a note brings the figures up to it. */
  const read = async (session: number, kind: 'daily' | 'weekly', day: object, line: Line | null): Promise<number> => {
    const written = await write<Record<string, { id: number }>>('POST', `${SESSIONS}/${session}/${kind}`, day);
    const id = written[kind]?.id ?? 0;
    const invalidation = line === null ? null : { price: line.price, rule: ruleOf(line) };
    const evidence = { version: 'rules-v2', asOf: READ_ON, events: [], ranges: [], invalidation, nextLook: null };
    await api.database.query(`update ${kind}_record set evidence = $2 where id = $1`, [
      id,
      { ...evidence, phase: { since: READ_ON, letter: null, reason: '' } },
    ]);
    await write('PATCH', `/api/stock-cycle/${kind}/${id}`, { evidence_note: `${kind} ${id}` });
    return id;
  };
  const ruleOf = ({ price, side }: Line): string =>
    `吸筹：连续 5 日收于 S ${price} ${side === 'below' ? '之下' : '之上'}则失效`;
  const list = async (query: string): Promise<ListedSession[]> =>
    (await write<{ sessions: ListedSession[] }>('GET', `${SESSIONS}?${query}`)).sessions;
  const row = async (code: Code) => {
    const [session] = await list(`code=${code}&status=open`);
    return {
      price: session?.invalidationPrice,
      side: session?.invalidationSide,
      asOf: session?.invalidationAsOf,
      pct: session?.invalidationDistancePct,
    };
  };
  const NONE = { price: null, side: null, asOf: null, pct: null };

  it.each<[Code, Line, number]>([
    ['600001', { price: 9.5, side: 'below' }, 5],
    ['600002', { price: 10.5, side: 'above' }, 5],
    ['600003', { price: 10.2, side: 'below' }, -2],
    ['600005', { price: 9, side: 'below' }, 10],
    ['600006', { price: 9.5, side: 'below' }, 5],
    ['600007', { price: 9.8, side: 'above' }, -2],
  ])('of %s is that of the newest daily record, else of the newest weekly one', async (code, line, pct) => {
    expect(await row(code)).toEqual({ ...line, asOf: READ_ON, pct });
  });

  it('is null where no record names one', async () => {
    expect(await row('600004')).toEqual(NONE);
    expect(await row('600009')).toEqual(NONE);
  });

  it.each([
    ['asc', ['600007', '600003', '600008', '600006', '600002', '600001', '600005', '600009', '600004']],
    ['desc', ['600005', '600008', '600006', '600002', '600001', '600007', '600003', '600009', '600004']],
  ])(
    'sorts the list by its distance %s: equal ones newest first, missing ones last, on any page',
    async (order, codes) => {
      for (const filter of ['', '&status=open', '&phase=unclassified']) {
        const query = `sort=invalidation_distance_pct&order=${order}${filter}`;
        const whole = (await list(query)).map(({ code }) => code);
        if (filter !== '&phase=unclassified') expect(whole).toEqual(codes);
        const paged: string[] = [];
        for (let offset = 0; offset < codes.length; offset += 2) {
          paged.push(...(await list(`${query}&limit=2&offset=${offset}`)).map(({ code }) => code));
        }
        expect(paged).toEqual(whole);
      }
    },
  );

  it('is no sort by another name: an unknown one falls back to the priority', async () => {
    const codes = async (query: string) => (await list(query)).map(({ code }) => code);
    expect(await codes('sort=invalidationDistancePct&order=asc')).toEqual(await codes('sort=priority&order=asc'));
    expect(await codes('sort=invalidation_distance_pct&order=up')).toEqual(
      await codes('sort=invalidation_distance_pct&order=desc'),
    );
  });

  it('is in the last columns of the list as CSV', async () => {
    const reply = await api.call('GET', `${SESSIONS}?sort=invalidation_distance_pct&order=asc&format=csv`, { bearer });
    const [head = '', first = '', ...rest] = reply.text.trimEnd().split('\r\n');
    expect(head.split(',').slice(-4)).toEqual([
      ...['invalidationPrice', 'invalidationSide', 'invalidationAsOf', 'invalidationDistancePct'],
    ]);
    expect(first.split(',').slice(-4)).toEqual(['9.8', 'above', READ_ON, '-2']);
    expect(rest.at(-1)?.split(',').slice(-4)).toEqual(['', '', '', '']);
  });

  it('is in a single session too', async () => {
    const [{ id } = { id: 0 }] = await list('code=600001');
    const { session } = await write<{ session: ListedSession }>('GET', `${SESSIONS}/${id}`);
    expect(session).toMatchObject({ invalidationPrice: 9.5, invalidationDistancePct: 5 });
  });

  it('stays where a person notes a later day without reading it, and shows of which day it is', async () => {
    const [{ id } = { id: 0 }] = await list('code=600001');
    const note = { trade_date: LAST, evidence_note: '缩量', supply_demand: 'balanced' };
    const { daily } = await write<{ daily: { id: number } }>('POST', `${SESSIONS}/${id}/daily`, note);
    expect(await row('600001')).toEqual({ price: 9.5, side: 'below', asOf: READ_ON, pct: 5 });
    await write('DELETE', `/api/stock-cycle/daily/${daily.id}`);
  });

  it.each([{ primary_phase_hint: 'accumulation' }, { cycle_events: ['ST'] }])(
    'goes with a later record that has %p by hand, and comes back when that is deleted',
    async (reading) => {
      const [{ id } = { id: 0 }] = await list('code=600001');
      const json = { trade_date: LAST, ...reading };
      const { daily } = await write<{ daily: { id: number } }>('POST', `${SESSIONS}/${id}/daily`, json);
      expect(await row('600001')).toEqual(NONE);
      await write('DELETE', `/api/stock-cycle/daily/${daily.id}`);
      expect(await row('600001')).toMatchObject({ price: 9.5, pct: 5 });
    },
  );

  it('goes where a person contradicts the reading, and comes back with the version that had it', async () => {
    const [{ id } = { id: 0 }] = await list('code=600002');
    const { dailyRows } = await write<{ dailyRows: { id: number; version: number }[] }>('GET', `${SESSIONS}/${id}`);
    const path = `/api/stock-cycle/daily/${dailyRows[0]?.id}`;
    await write('PATCH', path, { primary_phase_hint: 'markup' });
    expect(await row('600002')).toEqual(NONE);
    await write('POST', `${path}/revert`, { version: dailyRows[0]?.version });
    expect(await row('600002')).toMatchObject({ price: 10.5, side: 'above', pct: 5 });
  });

  it('is there again after a session was deleted, refreshed without its records, and restored', async () => {
    const [{ id } = { id: 0 }] = await list('code=600005');
    await write('DELETE', `${SESSIONS}/${id}`);
    expect(await api.app.get(SessionMarketService, { strict: false }).rebuild()).toEqual({ changed: 1 });
    await write('POST', `${SESSIONS}/${id}/restore`);
    expect(await row('600005')).toMatchObject({ price: 9, pct: 10 });
  });
});
