import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readHolder } from './data-dir-lock';

/** What a running server publishes for the commands of the same machine. The file holds a password and is readable by its owner alone. */
export interface RuntimeInfo {
  /** Process id of the supervisor. */
  readonly pid: number;
  readonly host: string;
  /** Port of the HTTP API. */
  readonly port: number;
  readonly databaseUrl: string;
}

const getRuntimeFile = (dataDir: string): string => join(dataDir, 'runtime.json');

export async function writeRuntimeFile(dataDir: string, info: RuntimeInfo): Promise<void> {
  const draft = `${getRuntimeFile(dataDir)}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(info)}\n`, { mode: 0o600 });
  await rename(draft, getRuntimeFile(dataDir));
}

/** What the running server of a data folder wrote; undefined if none runs (a file left by a killed one doesn't count). */
export async function readRuntimeFile(dataDir: string): Promise<RuntimeInfo | undefined> {
  const holder = await readHolder(dataDir);
  if (holder === undefined) return undefined;
  try {
    const info = JSON.parse(await readFile(getRuntimeFile(dataDir), 'utf8')) as RuntimeInfo;
    return info.pid === holder.pid ? info : undefined;
  } catch {
    return undefined;
  }
}

export async function removeRuntimeFile(dataDir: string): Promise<void> {
  await rm(getRuntimeFile(dataDir), { force: true });
}
