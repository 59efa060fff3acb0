import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { databaseUrl, TEMPLATE_DATABASE } from './database-url';

export interface TestDatabase {
  readonly url: string;
  /** Removes the database; open connections to it are cut. */
  drop(): Promise<void>;
}

/**
 * A fresh, fully migrated database of its own, cloned from the template, or from another one that nobody is connected to.
 * Call `drop` in `afterAll`.
 */
export async function createTestDatabase(template: string = TEMPLATE_DATABASE): Promise<TestDatabase> {
  const serverUrl = databaseServerUrl();
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(serverUrl, `create database ${name} template ${template} strategy file_copy`);
  return {
    url: databaseUrl(serverUrl, name),
    drop: () => onServer(serverUrl, `drop database if exists ${name} with (force)`),
  };
}

/**
 * Makes a template of its own once for all tests of this run, however many ask at once: `fill` gets the address of a
 * migrated database and leaves it without connections. @returns its name, for `createTestDatabase`.
 */
export async function databaseTemplate(name: string, fill: (url: string) => Promise<void>): Promise<string> {
  const client = new Client({ connectionString: databaseServerUrl() });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount !== 0) return name;
    const draft = `${name}_draft`;
    await client.query(`drop database if exists ${draft} with (force)`);
    await client.query(`create database ${draft} template ${TEMPLATE_DATABASE} strategy file_copy`);
    await fill(databaseUrl(databaseServerUrl(), draft));
    await client.query(`alter database ${draft} rename to ${name}`);
    return name;
  } finally {
    await client.end();
  }
}

function databaseServerUrl(): string {
  const serverUrl = process.env['TEST_DATABASE_SERVER_URL'];
  if (serverUrl === undefined)
    throw new Error('no PostgreSQL: it is started by globalSetup of jest.config.cjs, for all projects but unit');
  return serverUrl;
}

async function onServer(serverUrl: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
