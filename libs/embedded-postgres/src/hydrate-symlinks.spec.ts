import { spawnSync } from 'node:child_process';
import { cp, lstat, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { hydrateSymlinks } from './hydrate-symlinks';
import { findPlatformBinaries, resolveProgram } from './platform-binaries';

/** A package as `npm ci --ignore-scripts` leaves it: without its links. */
async function packageWithoutLinks(): Promise<string> {
  const { nativeDir } = await findPlatformBinaries();
  const folder = await mkdtemp(join(tmpdir(), 'hydrate-'));
  const filter = async (source: string): Promise<boolean> => !(await lstat(source)).isSymbolicLink();
  await cp(nativeDir, join(folder, 'native'), { recursive: true, filter });
  return join(folder, 'native');
}

it('hydrateSymlinks makes the links without which the server does not load its libraries', async () => {
  const nativeDir = await packageWithoutLinks();
  try {
    const status = (): number | null =>
      spawnSync(resolveProgram(nativeDir, 'postgres'), ['--version'], { env: {} }).status;
    expect(status()).not.toBe(0);
    await hydrateSymlinks(nativeDir);
    expect(status()).toBe(0);
    await hydrateSymlinks(nativeDir);
  } finally {
    await rm(dirname(nativeDir), { recursive: true });
  }
});
