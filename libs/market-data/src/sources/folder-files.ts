import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import type { MarketFiles, SourceFile } from './source-file';

const READ_BYTES = 1 << 18;

/** The files of a folder and of the folders in it, by name. */
export async function listFolderFiles(path: string): Promise<MarketFiles> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  let done = 0;
  return {
    files: (async function* () {
      for (const file of paths) {
        const found = await sourceFile(file, relative(path, file).split(sep).join('/'));
        if (found !== undefined) yield found;
        done += 1;
      }
    })(),
    fractionRead: () => (paths.length === 0 ? 1 : done / paths.length),
  };
}

/** One data file as a folder of one. */
export function listSingleFile(path: string): MarketFiles {
  let done = 0;
  return {
    files: (async function* () {
      const found = await sourceFile(path, basename(path));
      if (found !== undefined) yield found;
      done = 1;
    })(),
    fractionRead: () => done,
  };
}

async function sourceFile(path: string, name: string): Promise<SourceFile | undefined> {
  const facts = await stat(path).catch(() => undefined);
  if (facts?.isFile() !== true) return undefined;
  return { name, size: facts.size, content: createReadStream(path, { highWaterMark: READ_BYTES }) };
}
