import { RecordsWorld } from '../support/worlds/records-world';

describe('the days of records, with a set clock', () => {
  let world: RecordsWorld;

  beforeAll(async () => {
    world = await RecordsWorld.start();
  });
  afterAll(() => world.api.stop());
  beforeEach(() => world.empty());

  const dailyAt = async (wall: string, date: string, entryDate = '2023-01-03'): Promise<number> => {
    world.clock.set(wall);
    const session = await world.session({ entry_date: entryDate });
    const { status, body } = await world.daily(session, { trade_date: date });
    if (status !== 200) expect(body.fields?.map(({ field }) => field)).toEqual(['trade_date']);
    await world.closeInTable(session);
    return status;
  };
  const weeklyAt = async (wall: string, date: string, entryDate = '2023-01-03'): Promise<number> => {
    world.clock.set(wall);
    const session = await world.session({ entry_date: entryDate });
    const { status, body } = await world.weekly(session, { week_end_date: date });
    if (status !== 200) expect(body.fields?.map(({ field }) => field)).toEqual(['week_end_date']);
    await world.closeInTable(session);
    return status;
  };

  it.each([
    ['tomorrow, a second before midnight', '2025-12-18T23:59:59', '2025-12-19', 400],
    ['today, at midnight', '2025-12-19T00:00:00', '2025-12-19', 200],
    ['today, a second before midnight', '2025-12-19T23:59:59', '2025-12-19', 200],
    ['a Saturday', '2025-12-22T12:00:00', '2025-12-20', 400],
    ['a make-up working Saturday', '2026-03-02T12:00:00', '2026-02-14', 400],
    ['the eve of the Spring Festival', '2026-03-02T12:00:00', '2026-02-13', 200],
    ['within the Spring Festival', '2026-03-02T12:00:00', '2026-02-18', 400],
    ['the first day after it', '2026-03-02T12:00:00', '2026-02-24', 200],
    ['National Day', '2025-10-09T12:00:00', '2025-10-01', 400],
    ['the eve of National Day', '2025-10-09T12:00:00', '2025-09-30', 200],
    ['29 February', '2024-02-29T00:00:00', '2024-02-29', 200],
    ['29 February, the evening before', '2024-02-28T23:59:59', '2024-02-29', 400],
    ['29 February of no leap year', '2025-12-19T12:00:00', '2025-02-29', 400],
    ['New Year', '2026-01-05T12:00:00', '2026-01-01', 400],
    ['a weekday beyond the known calendar', '2027-02-10T12:00:00', '2027-02-08', 200],
    ['a Sunday beyond it', '2027-02-10T12:00:00', '2027-02-07', 400],
  ])('include a trade date: %s', async (_, wall, date, status) => {
    expect(await dailyAt(wall, date)).toBe(status);
  });

  it('include as trade date the entry date and not the day before', async () => {
    expect(await dailyAt('2025-12-19T12:00:00', '2025-12-18', '2025-12-18')).toBe(200);
    expect(await dailyAt('2025-12-19T12:00:00', '2025-12-17', '2025-12-18')).toBe(400);
  });

  it.each([
    ['Friday, on Monday at midnight', '2025-12-15T00:00:00', '2025-12-19', 200],
    ['Friday, the Sunday before at 23:59:59', '2025-12-14T23:59:59', '2025-12-19', 400],
    ['Thursday of a full week', '2025-12-19T12:00:00', '2025-12-18', 400],
    ['Tuesday before National Day', '2025-10-09T12:00:00', '2025-09-30', 200],
    ['Friday within National Day', '2025-10-09T12:00:00', '2025-10-03', 400],
    ['Friday after the holiday weeks', '2025-10-09T12:00:00', '2025-10-10', 200],
    ['the week before the Spring Festival', '2026-03-02T12:00:00', '2026-02-13', 200],
    ['a week without an open day', '2026-03-02T12:00:00', '2026-02-20', 400],
    ['the week of 29 February', '2024-03-01T12:00:00', '2024-03-01', 200],
    ['29 February, a Thursday', '2024-03-01T12:00:00', '2024-02-29', 400],
    ['2026-W01 ends in 2025', '2025-12-29T00:00:00', '2025-12-31', 200],
    ['2026-W01, the Sunday before', '2025-12-28T23:59:59', '2025-12-31', 400],
    ['2020-W53, once over', '2025-12-29T00:00:00', '2020-12-31', 400],
    ['a Friday beyond the known calendar', '2027-02-10T12:00:00', '2027-02-12', 200],
  ])('include a week end date: %s', async (_, wall, date, status) => {
    expect(await weeklyAt(wall, date)).toBe(status);
  });

  it('include as week end date the last week of a year with 53', async () => {
    expect(await weeklyAt('2020-12-28T00:00:00', '2020-12-31', '2020-01-02')).toBe(200);
    expect(await weeklyAt('2020-12-31T23:59:59', '2021-01-01', '2020-01-02')).toBe(400);
    expect(await weeklyAt('2021-01-04T00:00:00', '2021-01-08', '2020-01-02')).toBe(200);
  });

  it('include no week end date before the entry date', async () => {
    expect(await weeklyAt('2025-12-19T12:00:00', '2025-12-12', '2025-12-12')).toBe(200);
    expect(await weeklyAt('2025-12-19T12:00:00', '2025-12-12', '2025-12-15')).toBe(400);
  });

  it('allow one week a session, by its Monday, also if two dates of it are valid', async () => {
    world.clock.set('2027-01-08T12:00:00');
    const session = await world.session();
    // Nobody has published yet whether Friday 2027-01-01 is open.
    expect((await world.weekly(session, { week_end_date: '2026-12-31' })).status).toBe(200);
    expect((await world.weekly(session, { week_end_date: '2027-01-01' })).body.code).toBe('duplicate_week');
  });

  it('follow imported days rather than the published ones', async () => {
    await world.api.database.query(`insert into exchange_day values ('2025-12-19', false)`);
    await world.api.database.query('update market_state set data_version = data_version + 1');
    expect(await dailyAt('2025-12-22T12:00:00', '2025-12-19')).toBe(400);
    expect(await weeklyAt('2025-12-22T12:00:00', '2025-12-18')).toBe(200);
    await world.api.database.query('delete from exchange_day');
    await world.api.database.query('update market_state set data_version = data_version + 1');
  });
});
