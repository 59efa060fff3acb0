import { createPlainUser } from '../support/worlds/plain-user';
import { RecordsWorld } from '../support/worlds/records-world';

const LINE = { kind: 'trend_line', from_date: '2025-11-10', from_price: 10.5, to_date: '2025-12-10', to_price: 12.25 };
const BOX = { ...LINE, kind: 'range_box' };
const PRICE = { kind: 'price_line', from_date: '2025-12-10', from_price: 9.8 };

interface Drawing {
  id: number;
  kind: string;
  fromDate: string;
  fromPrice: number;
  toDate: string | null;
  toPrice: number | null;
  createdBy: number;
}

describe('drawings of a session over HTTP', () => {
  let world: RecordsWorld;
  let session: number;

  beforeAll(async () => {
    world = await RecordsWorld.start();
  });
  afterAll(() => world.api.stop());
  beforeEach(async () => {
    await world.empty();
    session = await world.session();
  });

  const draw = (json: Record<string, unknown>, on = session) =>
    world.call('POST', `/sessions/${on}/drawings`, { json });
  const drawn = async (json: Record<string, unknown>, on = session): Promise<Drawing> => {
    const { status, body } = await draw(json, on);
    expect([status, body.error]).toEqual([200, undefined]);
    return (body.data as unknown as { drawing: Drawing }).drawing;
  };
  const list = async (on = session): Promise<Drawing[]> => {
    const { body } = await world.call('GET', `/sessions/${on}/drawings`);
    return (body.data as unknown as { drawings: Drawing[] }).drawings;
  };
  const change = (id: number, json: unknown, on = session) =>
    world.call('PATCH', `/sessions/${on}/drawings/${id}`, { json });
  const remove = (id: number, on = session) => world.call('DELETE', `/sessions/${on}/drawings/${id}`);

  it('are stored as they were sent and listed in their order, with who drew them', async () => {
    const drawings = [await drawn(LINE), await drawn(BOX), await drawn(PRICE)];
    expect(drawings[0]).toMatchObject({
      ...{ sessionId: session, kind: 'trend_line', createdBy: 1 },
      ...{ fromDate: '2025-11-10', fromPrice: 10.5, toDate: '2025-12-10', toPrice: 12.25 },
    });
    expect(drawings[2]).toMatchObject({ kind: 'price_line', toDate: null, toPrice: null });
    expect(await list()).toEqual(drawings);
    expect(await list(await world.session({ code: '000001' }))).toEqual([]);
  });

  it('belong to everybody, as records do: another user moves and deletes them', async () => {
    const { id } = await drawn(LINE);
    const { token: bearer } = await createPlainUser(world.api);
    const path = `/sessions/${session}/drawings/${id}`;
    const moved = await world.call('PATCH', path, { json: { to_price: 13 }, bearer });
    expect([moved.status, (await list())[0]?.toPrice]).toEqual([200, 13]);
    expect((await world.call('DELETE', path, { bearer })).status).toBe(200);
  });

  it('are moved in part and keep the rest', async () => {
    const { id, ...before } = await drawn(LINE);
    const { status } = await change(id, { from_price: 11, to_date: '2025-12-19' });
    expect(status).toBe(200);
    const [after] = await list();
    expect(after).toMatchObject({ id, kind: 'trend_line', fromDate: before.fromDate, fromPrice: 11, toPrice: 12.25 });
    expect(after?.toDate).toBe('2025-12-19');
  });

  it('are gone once deleted, and go with the session', async () => {
    const [line, box] = [await drawn(LINE), await drawn(BOX)];
    expect((await remove(line.id)).status).toBe(200);
    expect((await list()).map(({ id }) => id)).toEqual([box.id]);
    expect((await remove(line.id)).status).toBe(404);
    await world.api.database.query('delete from tracking_session where id = $1', [session]);
    expect(await world.api.database.query('select id from session_drawing')).toEqual([]);
  });

  it.each([
    ['kind', { ...LINE, kind: 'circle' }],
    ['kind', { ...LINE, kind: undefined }],
    ['from_date', { ...LINE, from_date: '2025-02-30' }],
    ['from_date', { ...PRICE, from_date: '2025-12-20' }],
    ['from_price', { ...LINE, from_price: 0 }],
    ['from_price', { ...LINE, from_price: 1e7 }],
    ['from_price', { ...LINE, from_price: '10' }],
    ['to_date', { ...LINE, to_date: undefined }],
    ['to_date', { ...LINE, to_date: '2025-11-10' }],
    ['to_date', { ...LINE, to_date: '2025-12-20' }],
    ['to_price', { ...LINE, to_price: null }],
    ['to_price', { ...BOX, to_price: 10.5 }],
    ['to_date', { ...PRICE, to_date: '2025-12-19' }],
    ['colour', { ...LINE, colour: 'red' }],
  ])('reject an invalid %s: %j', async (field, json) => {
    const { status, body } = await draw(json);
    expect([status, body.code, body.fields?.[0]?.field]).toEqual([400, 'invalid_input', field]);
    expect(await list()).toEqual([]);
  });

  it.each([
    ['to_date', { to_date: '2025-11-01' }],
    ['to_price', { to_price: null }],
    ['from_date', { from_date: null }],
    ['kind', { kind: 'price_line' }],
    [undefined, {}],
  ])('reject a change that leaves an invalid %s: %j', async (field, json) => {
    const { id } = await drawn(LINE);
    const { status, body } = await change(id, json);
    expect([status, body.fields?.[0]?.field]).toEqual([400, field]);
    expect((await list())[0]).toMatchObject({ toDate: '2025-12-10', toPrice: 12.25 });
  });

  it('are not found in another session, in one that does not exist or in a deleted one', async () => {
    const { id } = await drawn(LINE);
    const other = await world.session({ code: '000001' });
    expect((await change(id, { to_price: 1 }, other)).status).toBe(404);
    expect((await remove(id, other)).status).toBe(404);
    expect((await draw(LINE, 999)).status).toBe(404);
    expect((await world.call('GET', '/sessions/999/drawings')).status).toBe(404);
    await world.call('DELETE', `/sessions/${session}`);
    expect((await world.call('GET', `/sessions/${session}/drawings`)).status).toBe(404);
  });

  it('of a closed session stay as they are', async () => {
    const { id } = await drawn(LINE);
    await world.closeInTable(session);
    const replies = [await draw(BOX), await change(id, { to_price: 13 }), await remove(id)];
    expect(replies.map(({ status, body }) => [status, body.code])).toEqual(
      Array.from({ length: 3 }, () => [409, 'session_closed']),
    );
    expect((await list()).map(({ toPrice }) => toPrice)).toEqual([12.25]);
  });

  it('are 100 at most, also if two are drawn at once', async () => {
    await world.api.database.query(
      `insert into session_drawing (session_id, kind, from_date, from_price, created_by)
       select $1, 'price_line', '2025-12-10', 10, 1 from generate_series(1, 99)`,
      [session],
    );
    const replies = await Promise.all([draw(PRICE), draw(PRICE)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)?.body.code).toBe('too_many_drawings');
    expect(await list()).toHaveLength(100);
  });
});
