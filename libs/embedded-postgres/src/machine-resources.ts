import { readdir, stat, statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';

/** What the server may use, in bytes. */
export interface MachineResources {
  /** The machine's memory, or the limit of the container or service that this process is in. */
  readonly memory: number;
  /** Free on the disk of the cluster, with what its log holds already; undefined where the system doesn't say. */
  readonly disk: number | undefined;
}

/** @param clusterDir the folder with PG_VERSION. */
export async function readMachineResources(clusterDir: string): Promise<MachineResources> {
  return { memory: limitMemory(totalmem(), process.constrainedMemory()), disk: await measureRoom(clusterDir) };
}

/** @param limit of the control group; 0 or more than there is means none. Older systems have no such call. */
export function limitMemory(total: number, limit: number | undefined): number {
  return limit === undefined || limit <= 0 ? total : Math.min(total, limit);
}

/** Room for a log: segments that are there are reused. */
async function measureRoom(clusterDir: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(clusterDir);
    const log = join(clusterDir, 'pg_wal');
    const sizes = (await readdir(log)).map((name) => stat(join(log, name)).then(({ size }) => size));
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, bavail * bsize);
  } catch {
    return undefined;
  }
}
