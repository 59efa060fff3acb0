import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EmbeddedPostgres } from '#lib/embedded-postgres';
import { startBenchServer, stopOnSignal } from '../bench-server';
import { InProcess } from '../ours/in-process';
import { timed } from '../timed';
import { type BenchSize, writeBenchMarket } from './bench-market';
import { loadMarket } from './load-market';

/**
 * A server with the bench market in its database, kept in `folder` from run to run beside the CSV files. It is stopped on
 * a signal.
 */
export async function openKeptMarket(folder: string, size: BenchSize, command: string): Promise<EmbeddedPostgres> {
  const fresh = await prepareMarket(folder, size);
  const server = await startBenchServer({ folder, command });
  stopOnSignal(() => server.stop());
  try {
    const inProcess = await InProcess.open(server.url);
    await inProcess.migrate(server.url).finally(() => inProcess.close());
    if (fresh) await timed('COPY into our tables', () => loadMarket(server.url, folder, size.days));
    await writeFile(join(folder, 'complete'), await stampOf());
    return server;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** A change of the generator, the loader or the schema makes the data stale. */
async function stampOf(): Promise<string> {
  const hash = createHash('sha256');
  const files = ['bench-market.ts', 'load-market.ts', '../../../libs/schema/schema.sql'];
  for (const file of files) hash.update(await readFile(join(__dirname, file)));
  return hash.digest('hex');
}

/** @returns whether the CSV files were written anew, so that every side must load them. */
async function prepareMarket(folder: string, size: BenchSize): Promise<boolean> {
  const stamp = join(folder, 'complete');
  if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === (await stampOf())) return false;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  const { bars } = await timed('market generated', () => writeBenchMarket(folder, size));
  console.log(`${bars.toLocaleString('en')} bars in ${folder}`);
  return true;
}
