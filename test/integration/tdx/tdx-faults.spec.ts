import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { calendarDayOf } from '#lib/kernel';
import { DemoTdxMarket } from '../../support/fakes/tdx/demo-tdx-market';
import type { PackageFault } from '../../support/fakes/tdx/package-fault';
import { TdxWorld } from '../../support/worlds/tdx-world';

const [FROM, TO] = [calendarDayOf('2026-11-09'), calendarDayOf('2026-11-20')];
const FAULTY = TO;

jest.setTimeout(180_000);

describe('the package of a day', () => {
  const market = new DemoTdxMarket({ from: FROM, to: TO, stocks: 60 });
  let world: TdxWorld;
  /** Kept files sort by their time. */
  let minute = 10;

  beforeAll(async () => {
    world = await TdxWorld.open(market, '2026-11-20T17:10:00');
    await world.sync({ from: FROM, to: '2026-11-19' });
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    world.site.clearFaults();
    world.site.packages.clear();
    minute += 1;
    world.clock.set(`2026-11-20T17:${minute}:00`);
    await world.database.query(`update tdx_site set blocked_until = '-infinity'`);
    await world.database.query(`delete from market_sync_unit where trade_date = $1`, [FAULTY]);
    await world.database.query(`delete from market_sync where status <> 'completed'`);
  });

  const unit = async () => {
    const [row] = await world.database.query<{ state: string; fault: string | null; message: string | null }>(
      `select state, fault, fault_message as message from market_sync_unit where data_set = 'day_package' and trade_date = $1`,
      [FAULTY],
    );
    return row;
  };
  const countBars = async () => {
    const [row] = await world.database.query<{ bars: number }>(
      'select count(*) as bars from daily_bar where trade_date = $1',
      [FAULTY],
    );
    return row?.bars;
  };

  it.each<[check: string, fault: PackageFault, sentence: RegExp]>([
    ['archive', { kind: 'bad-crc' }, /archive: expected checksum \d+ of .*, got \d+/],
    ['archive', { kind: 'truncated' }, /archive: expected a whole zip/],
    ['archive', { kind: 'zip-slip' }, /archive: .*relative path/],
    ['archive', { kind: 'zip-bomb' }, /archive: expected at most 256 MiB unpacked/],
    ['archive', { kind: 'zip-bomb', claimsLess: true }, /archive: .* unpacked, got .*bytes/],
    ['archive', { kind: 'many-members' }, /archive: expected 20 members or fewer/],
    ['day', { kind: 'wrong-day' }, /day: expected members of 2026-11-20, got members of 2026-/],
    ['fresh_content', { kind: 'wrong-day', sameNames: true }, /fresh_content: expected a total amount of its own/],
    ['members', { kind: 'missing-market' }, /members: expected bj261120.cod and .md1/],
    ['record_size', { kind: 'wrong-size' }, /record_size: expected .* whole records of 512 bytes/],
    ['priced_rows', { kind: 'too-few' }, /priced_rows: expected \d+ or more in s[hz], got/],
    ['stock_count', { kind: 'half-the-stocks' }, /stock_count: expected \d+ ± 2 % stocks, as on 2026-11-19/],
    ['prices', { kind: 'bad-prices' }, /prices: expected low <= open, close <= high/],
    ['amounts', { kind: 'volume-in-lots' }, /amounts: expected amount \/ volume within low and high/],
  ])('is refused by %s if it is %j, nothing of it is stored, and the file is kept', async (check, fault, sentence) => {
    world.site.fail(fault, { day: FAULTY });
    const sync = await world.sync({ from: FAULTY, to: FAULTY });
    expect(sync).toMatchObject({ status: 'waiting', stage: `${FAULTY} failed a check and is requested again` });
    expect(await unit()).toMatchObject({ state: 'failed', fault: 'rejected' });
    expect((await unit())?.message).toMatch(sentence);
    expect(await countBars()).toBe(0);
    const kept = (await readdir(join(world.dataDir, 'refused-packages'))).sort();
    expect(kept.at(-1)).toMatch(new RegExp(`_${FAULTY}_${check}\\.zip$`));
    expect(kept.length).toBeLessThanOrEqual(10);
  });

  it('that needs a person is not parsed, and nobody requests anything for an hour', async () => {
    world.site.fail('html', { day: FAULTY });
    const sync = await world.sync({ from: FAULTY, to: FAULTY });
    expect(sync).toMatchObject({
      status: 'waiting',
      stage: expect.stringMatching(/verification page.*60 min/) as string,
    });
    world.site.clearFaults();
    await world.run();
    expect(world.site.packages.requests).toHaveLength(1);
    await world.database.query(`update tdx_site set blocked_until = '-infinity'`);
    await world.run();
    expect(await unit()).toMatchObject({ state: 'stored', fault: null });
    await world.database.query('delete from daily_bar where trade_date = $1', [FAULTY]);
  });

  it('that is cut, or an error of the server, is requested again, three times', async () => {
    world.site.fail('cut', { day: FAULTY, times: 1 });
    world.site.fail('server-error', { day: FAULTY, times: 1 });
    await world.sync({ from: FAULTY, to: FAULTY });
    expect(world.site.countDay(FAULTY)).toBe(3);
    expect(await unit()).toMatchObject({ state: 'stored', fault: null });
    await world.database.query('delete from daily_bar where trade_date = $1', [FAULTY]);
  });

  it('that is not there yet is waited for, and is a hole if it is old', async () => {
    world.site.fail('not-found', { day: FAULTY });
    const sync = await world.sync({ from: FAULTY, to: FAULTY });
    expect(sync).toMatchObject({ status: 'waiting', stage: `${FAULTY} is not published yet` });
    expect(await unit()).toMatchObject({ state: 'failed', fault: 'not_published' });
    world.clock.set('2026-11-20T23:10:00');
    await world.run();
    world.clock.set('2026-11-20T17:30:00');
    const old = calendarDayOf('2026-11-06');
    expect(await world.sync({ from: old, to: old })).toMatchObject({
      status: 'completed',
      error: `the vendor has nothing of ${old}`,
    });
  });

  it('with members in folders and backslashes is taken', async () => {
    world.site.fail('backslashes', { day: FAULTY });
    await world.sync({ from: FAULTY, to: FAULTY });
    expect(await unit()).toMatchObject({ state: 'stored', fault: null });
  });
});
