import { calendarDayOf } from '#lib/kernel';
import { MarketBackfill, refreshStockFigures } from '#lib/market-data';
import { storeVendorShareChanges } from '#lib/market-data/testing';
import { type OpenMarket, openMarket } from '../support/database/open-market';
import { putSmallMarket } from '../support/database/small-market';

const EX_DAY = '2025-12-10';
const AFTER = ['2025-12-10', '2025-12-11', '2025-12-12'];

describe('share changes', () => {
  let market: OpenMarket;

  beforeAll(async () => {
    market = await openMarket(calendarDayOf('2025-12-12'));
    // The cap stays while the price halves: by the float the shares have doubled.
    await putSmallMarket(market.database, { from: '2025-12-01', to: '2025-12-12' }, [
      { code: '000001', closes: Object.fromEntries(AFTER.map((day) => [day, 5])), preCloses: { [EX_DAY]: 5 } },
    ]);
  });
  afterAll(() => market.close());

  const changes = () =>
    market.database.query('select code, trade_date as day, factor, basis from share_change order by code, trade_date');
  const value = (day: string, shares: number) =>
    market.database.query(
      `insert into daily_valuation (code, trade_date, total_shares) values ('000001', $1, $2)
       on conflict (code, trade_date) do update set total_shares = excluded.total_shares`,
      [day, shares],
    );
  const decide = () => market.database.transaction((tx) => storeVendorShareChanges(tx, calendarDayOf('2025-12-01')));
  const rebuild = () => market.database.transaction((tx) => refreshStockFigures(tx, 'everything'));
  const row = (factor: number, basis: string) => ({ code: '000001', day: EX_DAY, factor, basis });

  it('are inferred if no source reports them, and come from the vendor if it does', async () => {
    expect(await changes()).toEqual([row(2, 'inferred')]);
    await value('2025-12-09', 1e9);
    await decide();
    expect(await changes()).toEqual([row(2, 'inferred')]);
    await value(EX_DAY, 1.98e9);
    await decide();
    expect(await changes()).toEqual([row(1.98, 'vendor')]);
    await rebuild();
    expect(await changes()).toEqual([row(1.98, 'vendor')]);
    // The vendor's shares did not change: then it was no bonus issue, whatever the float says.
    await value(EX_DAY, 1e9);
    await decide();
    expect(await changes()).toEqual([]);
    await rebuild();
    expect(await changes()).toEqual([]);
  });

  it('are filled in at the start, with names, if an older build has left none', async () => {
    await market.database.query('delete from daily_valuation');
    await market.database.query('delete from share_change');
    await market.database.query('update market_state set share_rule = 0');
    await market.database.query(`update stock set name = '平安银行', initials = null, search_name = null`);
    await Promise.all([1, 2].map(() => new MarketBackfill(market.database).fillMissing()));
    expect(await changes()).toEqual([row(2, 'inferred')]);
    expect(await market.database.query('select initials, search_name as name from stock')).toEqual([
      { initials: 'payh', name: '平安银行' },
    ]);
    // A vendor's spelling stays, and what is filled is not touched again.
    await market.database.query(`update stock set initials = 'pab', search_name = null`);
    await market.database.query('delete from share_change');
    await new MarketBackfill(market.database).fillMissing();
    expect(await market.database.query('select initials, search_name as name from stock')).toEqual([
      { initials: 'pab', name: '平安银行' },
    ]);
    expect(await changes()).toEqual([]);
  });
});
