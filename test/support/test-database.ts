import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { databaseUrl, TEMPLATE_DATABASE } from './database-url';

export interface TestDatabase {
  readonly url: string;
  /** Removes the database; open connections to it are cut. */
  drop(): Promise<void>;
}

/** A fresh, fully migrated database of its own, cloned from the template. Call `drop` in `afterAll`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = process.env['TEST_DATABASE_SERVER_URL'];
  if (serverUrl === undefined) throw new Error('jest.config.cjs was not used: its globalSetup starts PostgreSQL');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(serverUrl, `create database ${name} template ${TEMPLATE_DATABASE} strategy file_copy`);
  return {
    url: databaseUrl(serverUrl, name),
    drop: () => onServer(serverUrl, `drop database if exists ${name} with (force)`),
  };
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
