import { readdir, readFile } from 'node:fs/promises';

/** Processes that a process has started, and theirs; from `/proc`. */
export async function descendantsOf(pid: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = await Promise.all(pids.map(parentOf));
  const childrenOf = (parent: number): number[] =>
    pids.filter((_, index) => parents[index] === parent).flatMap((child) => [child, ...childrenOf(child)]);
  return childrenOf(pid);
}

/** The second field after the program's name, which stands in brackets and may hold anything. */
async function parentOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}
