import { readFile, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

interface LinkEntry {
  source: string;
  target: string;
}

/**
 * Makes the symbolic links between shared libraries that npm packages can't hold. The package does so in its install
 * script, which `npm ci --ignore-scripts` (and npm by default from version 12) does not run.
 */
export async function hydrateSymlinks(nativeDir: string): Promise<void> {
  const packageDir = dirname(nativeDir);
  for (const { source, target } of await readLinks(join(nativeDir, 'pg-symlinks.json'))) {
    const link = join(packageDir, target);
    try {
      await symlink(relative(dirname(link), join(packageDir, source)), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** The list, empty on platforms whose package needs no links. */
async function readLinks(file: string): Promise<LinkEntry[]> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as LinkEntry[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
