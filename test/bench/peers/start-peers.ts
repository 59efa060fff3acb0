import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Peer } from './peer';

export interface Peers {
  duckdb: Peer;
  /** Undefined where Python has no pandas. */
  pandas: Peer | undefined;
}

/** Debian's own interpreter first: `apt install python3-pandas` installs for that one. */
const PYTHONS = ['/usr/bin/python3', 'python3'];

/** Starts the programs that we compare with, on the CSV files in `folder`; the first start makes their own files there. */
export async function startPeers(folder: string): Promise<Peers> {
  installDuckDb();
  const duckdb = await Peer.start(process.execPath, [
    join(__dirname, 'duckdb.mjs'),
    join(folder, 'bars.duckdb'),
    folder,
  ]);
  const python = pythonWith('pandas');
  if (python === undefined) {
    console.error('!! pandas is missing, so its lines are left out: apt install python3-pandas');
    return { duckdb, pandas: undefined };
  }
  const pandas = await Peer.start(python, [join(__dirname, 'pandas_scan.py'), join(folder, 'bars.pickle'), folder]);
  return { duckdb, pandas };
}

/** The interpreter that has a package, if any. */
export function pythonWith(name: string): string | undefined {
  return PYTHONS.find((candidate) => spawnSync(candidate, ['-c', `import ${name}`]).status === 0);
}

/** DuckDB weighs as much as a third of the program, so that only a bench installs it. */
export function installDuckDb(): void {
  if (existsSync(join(__dirname, 'node_modules/@duckdb/node-api'))) return;
  console.log('installing DuckDB …');
  const npm = spawnSync('npm', ['install', '--no-package-lock', '--no-audit', '--no-fund'], {
    cwd: __dirname,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (npm.status !== 0) throw new Error('npm could not install DuckDB');
}
