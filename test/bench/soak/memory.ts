import { readFile } from 'node:fs/promises';
import { descendantsOf } from '../processes';

/** Bytes of a page on the machines that have /proc and that we run on. */
const PAGE_BYTES = 4096;

export interface Memory {
  api: number;
  worker: number;
  postgres: number;
}

/** MiB: resident of API and worker, and private resident of the server with all its processes; undefined without /proc. */
export async function memoryOf(pids: { [Name in keyof Memory]: number }): Promise<Memory | undefined> {
  try {
    const server = [pids.postgres, ...(await descendantsOf(pids.postgres))];
    const ofServer = await Promise.all(server.map((pid) => pagesOf(pid).catch(() => ({ resident: 0, shared: 0 }))));
    return {
      api: mebibytes((await pagesOf(pids.api)).resident),
      worker: mebibytes((await pagesOf(pids.worker)).resident),
      postgres: mebibytes(ofServer.reduce((sum, { resident, shared }) => sum + resident - shared, 0)),
    };
  } catch {
    return undefined;
  }
}

async function pagesOf(pid: number): Promise<{ resident: number; shared: number }> {
  const [, resident, shared] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ').map(Number);
  return { resident: resident ?? 0, shared: shared ?? 0 };
}

function mebibytes(pages: number): number {
  return (pages * PAGE_BYTES) / 2 ** 20;
}
