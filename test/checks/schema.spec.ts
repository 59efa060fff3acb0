import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { DataSource } from 'typeorm';
import { createDataSource, Database, Transaction } from '#lib/database';
import { ENTITIES, MIGRATIONS, SCHEMA } from '#lib/schema';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database';
import { findEntityDifferences } from './entity-differences';
import { schemaText } from './schema-text';
import { TABLES_WITHOUT_ENTITY } from './tables-without-entity';

const SCHEMA_FILE = resolve(__dirname, '../../libs/schema/schema.sql');
const TABLES_FILE = resolve(__dirname, '../../libs/schema/src/tables.ts');

let testDatabase: TestDatabase;
let dataSource: DataSource;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  dataSource = await createDataSource({
    url: testDatabase.url,
    entities: ENTITIES,
    migrations: MIGRATIONS,
    applicationName: 'schema-check',
    poolSize: 2,
    statementTimeoutMs: 30_000,
  }).initialize();
  database = new Database(dataSource);
});

afterAll(async () => {
  await dataSource.destroy();
  await testDatabase.drop();
});

it('the migrations produce libs/schema/schema.sql (npm run schema:write after a new migration)', async () => {
  const text = await schemaText(database);
  if (process.env['WRITE_SCHEMA'] === '1') await writeFile(SCHEMA_FILE, text);
  expect(text).toBe(await readFile(SCHEMA_FILE, 'utf8'));
});

it('libs/schema/src/tables.ts lists the tables that they make (npm run schema:write)', async () => {
  const rows = await database.query<{ name: string }>(
    `select relname::text as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migration' order by relname collate "C"`,
  );
  const tables = rows.map(({ name }) => name);
  if (process.env['WRITE_SCHEMA'] === '1') await writeFile(TABLES_FILE, tablesModule(tables));
  else expect(SCHEMA.tables).toEqual(tables);
});

function tablesModule(tables: readonly string[]): string {
  const lines = tables.map((name) => `  '${name}',\n`).join('');
  return `/** Every table that the migrations make, by name; a backup holds these and no others. Written by npm run schema:write. */
export const TABLES: readonly string[] = [\n${lines}];\n`;
}

it('the entities describe the tables that the migrations make', async () => {
  expect(await findEntityDifferences(dataSource, database)).toEqual([]);
});

it('a table has an entity, or is in the list of those that are written in sets', () => {
  const described = dataSource.entityMetadatas.map(({ tableName }) => tableName);
  expect([...described, ...TABLES_WITHOUT_ENTITY].sort()).toEqual([...SCHEMA.tables].sort());
});

describe('the comparison with schema.sql finds', () => {
  it.each([
    [
      'a predicate that an index lost',
      `drop index tracking_session_one_open;
       create unique index tracking_session_one_open on tracking_session (code) where ended_at is null`,
    ],
    [
      'a changed check',
      `alter table tracking_session drop constraint tracking_session_score_check,
         add constraint tracking_session_score_check check (fundamental_score between 0 and 100)`,
    ],
    ['a changed default', `alter table tracking_session alter column priority set default 0`],
    ['a column that may be null', `alter table tracking_session alter column entry_date drop not null`],
    [
      'a changed generated column',
      `alter table tracking_session drop column status,
         add column status text collate "C" generated always as (case when deleted_at is null then 'open' else 'closed' end) stored not null`,
    ],
    ['another type', `alter table daily_bar alter column amount type real`],
    [
      'another kind of index',
      `drop index stock_name_trgm; create index stock_name_trgm on stock using gist (name gist_trgm_ops)`,
    ],
    [
      'a foreign key that cascades',
      `alter table scan_hit drop constraint scan_hit_session_fkey,
         add constraint scan_hit_session_fkey foreign key (session_id) references tracking_session (id) on delete cascade`,
    ],
  ])('%s', async (_what, change) => {
    const committed = await schemaText(database);
    const runner = dataSource.createQueryRunner();
    await runner.startTransaction();
    try {
      await runner.query(change);
      const changed = await schemaText(new Transaction(runner.manager));
      expect(changed).not.toBe(committed);
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
  });
});

describe('the comparison with the entities finds', () => {
  it.each([
    [
      'a column that the entity lacks',
      'alter table api_key add column note text',
      'api_key.note: the entity lacks this column',
    ],
    [
      'a column that no migration makes',
      'alter table api_key drop column last_used_at',
      'api_key.last_used_at: no migration makes this column',
    ],
    [
      'another type',
      'alter table api_key alter column name type varchar(100)',
      'api_key.name: type is character varying(100) in the table, text in the entity',
    ],
    [
      'a column that may be null',
      'alter table api_key alter column name drop not null',
      'api_key.name: nullable is true in the table, false in the entity',
    ],
    [
      'a default that went',
      'alter table api_key alter column scopes drop default',
      'api_key.scopes: hasDefault is false in the table, true in the entity',
    ],
    [
      'another collation',
      'alter table api_key alter column key_id type text collate "default"',
      'api_key.key_id: collation is null in the table, C in the entity',
    ],
  ])('%s', async (_what, change, difference) => {
    const runner = dataSource.createQueryRunner();
    await runner.startTransaction();
    try {
      await runner.query(change);
      expect(await findEntityDifferences(dataSource, new Transaction(runner.manager))).toContain(difference);
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
  });
});
