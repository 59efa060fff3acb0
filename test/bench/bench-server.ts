import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#lib/embedded-postgres';

/** The folder of one bench, with nothing of the run before. */
export async function emptyBenchFolder(bench: string): Promise<string> {
  const folder = join(tmpdir(), 'stock-cycle-bench', bench);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o755 });
  return folder;
}

interface BenchServerSettings {
  folder: string;
  command: string;
  maxConnections?: number;
}

/** A server with its data in the bench's folder. */
export function startBenchServer({ folder, ...settings }: BenchServerSettings): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({
    dataDir: join(folder, 'data'),
    log: (sentence) => console.log(sentence),
    ...settings,
  });
}

/** Lets a bench that is told to stop leave no process behind. */
export function stopOnSignal(stop: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stop().finally(() => process.exit(130)));
  }
}
