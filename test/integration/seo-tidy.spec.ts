import { Client } from 'pg';
import { tidyTables } from '#lib/seo/testing';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database';
import { until } from '../support/until';

const STORED = 1_000_000;

let testDatabase: TestDatabase;
let client: Client;

beforeEach(async () => {
  testDatabase = await createTestDatabase();
  client = new Client({ connectionString: testDatabase.url });
  await client.connect();
  // As the last vacuum or analyze of a large store has noted it; autovacuum does not come in between.
  await client.query('alter table seo_keyword set (autovacuum_enabled = false)');
  await client.query(`update pg_class set reltuples = $1 where oid = 'seo_keyword'::regclass`, [STORED]);
});

afterEach(async () => {
  await client.end();
  await testDatabase.drop();
});

async function counts(): Promise<{ vacuums: number; analyses: number }> {
  const { rows } = await client.query<{ vacuums: number; analyses: number }>(
    `select vacuum_count::integer as vacuums, analyze_count::integer as analyses
     from pg_stat_user_tables where relid = 'seo_keyword'::regclass`,
  );
  return rows[0] ?? { vacuums: Number.NaN, analyses: Number.NaN };
}

it.each([
  ['after a tenth of the keywords changed, the table is vacuumed', 100_000, 1],
  ['after fewer changes, only the statistics are new', 99_999, 0],
])('%s', async (_what, changed, vacuums) => {
  await tidyTables(client, 'keywords', changed);
  await until('the statistics are counted', 20_000, async () => (await counts()).analyses === 1);
  expect(await counts()).toEqual({ vacuums, analyses: 1 });
});

it('after few changes nothing is read at all', async () => {
  await tidyTables(client, 'keywords', 19_999);
  await client.query('analyze seo_trend');
  await until('a later statement is counted', 20_000, async () => {
    const { rows } = await client.query(
      `select from pg_stat_user_tables where relname = 'seo_trend' and analyze_count = 1`,
    );
    return rows.length === 1;
  });
  expect(await counts()).toEqual({ vacuums: 0, analyses: 0 });
});
