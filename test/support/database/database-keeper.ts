/**
 * The process that keeps the tests' PostgreSQL: starts it in a temp folder, migrates the template database, prints one
 * line of JSON, and stops and removes all of it when its standard input ends. So nothing is left however jest ends.
 */
import { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { type EmbeddedPostgres, readHolder, startEmbeddedPostgres, stopLeftoverServer } from '#lib/embedded-postgres';
import { databaseUrl, TEMPLATE_DATABASE } from './database-url';
import { openMigratedDatabase } from './migrated-database';

const PREFIX = 'stock-cycle-test-';
const SCRATCH = 'scratch';
const STARTING_MS = 60_000;

async function main(): Promise<void> {
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  await sweep();
  const dataDir = await mkdtemp(join(tmpdir(), PREFIX));
  await chmod(dataDir, 0o711);
  const scratchDir = join(dataDir, SCRATCH);
  await mkdir(scratchDir, { mode: 0o711 });
  const server = await startEmbeddedPostgres({
    dataDir,
    durable: false,
    command: 'npm test',
    log: (sentence) => console.error(sentence),
  });
  try {
    await migrateTemplate(server);
    process.stdout.write(`${JSON.stringify({ url: server.url, scratchDir })}\n`);
    await inputEnd();
  } finally {
    await server.stop();
    await remove(dataDir);
  }
}

async function migrateTemplate(server: EmbeddedPostgres): Promise<void> {
  const admin = new Client({ connectionString: server.url });
  await admin.connect();
  await admin.query(`create database ${TEMPLATE_DATABASE}`);
  try {
    const dataSource = await openMigratedDatabase({
      url: databaseUrl(server.url, TEMPLATE_DATABASE),
      applicationName: 'test-template',
      poolSize: 2,
      statementTimeoutMs: 60_000,
    });
    await dataSource.destroy();
  } finally {
    await admin.end();
  }
}

/** Removes what killed keepers left, servers included. */
async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const dataDir = join(tmpdir(), name);
    if ((await readHolder(dataDir)) !== undefined || (await isStarting(dataDir))) continue;
    await stopLeftoverServer(join(dataDir, 'postgres'));
    await remove(dataDir);
  }
}

/** Whether the folder is so new that its keeper, which starts at the same time as this one, may not hold it yet. */
async function isStarting(dataDir: string): Promise<boolean> {
  const made = await stat(dataDir).catch(() => undefined);
  return made !== undefined && Date.now() - made.mtimeMs < STARTING_MS;
}

/** Removes a keeper's folder, and stops the servers that killed tests left in its scratch folders. */
async function remove(dataDir: string): Promise<void> {
  const scratchDir = join(dataDir, SCRATCH);
  for (const name of await readdir(scratchDir).catch(() => [])) {
    for (const folder of [join(scratchDir, name), join(scratchDir, name, 'data')]) {
      await stopLeftoverServer(join(folder, 'postgres'));
    }
  }
  await rm(dataDir, { recursive: true, force: true });
}

function inputEnd(): Promise<void> {
  return new Promise((resolve) => {
    process.stdin.resume();
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
  });
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
