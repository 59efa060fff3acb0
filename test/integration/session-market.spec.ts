import { calendarDayOf } from '#lib/kernel';
import { refreshSessionMarket } from '#lib/tracking';
import { type OpenMarket, openMarket } from '../support/open-market';

let market: OpenMarket;
beforeEach(async () => {
  market = await openMarket(calendarDayOf('2026-11-20'));
});
afterEach(() => market.close());

it('gives a session without bars a row of nulls', async () => {
  const [session] = await market.database.query<{ id: number }>(
    `insert into tracking_session (code, entry_date, entry_close_price, market_source) values ('600000', '2024-01-02', 10, 'none') returning id`,
  );
  await market.database.transaction((tx) => refreshSessionMarket(tx, [session?.id ?? 0]));
  expect(await market.database.query('select latest_close, close_vs_entry_basis from session_market')).toEqual([
    { latest_close: null, close_vs_entry_basis: null },
  ]);
});
