import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { extract } from 'tar-stream';
import { XzReadableStream } from 'xz-decompress';

export interface BarFile {
  /** Without its folder. */
  readonly name: string;
  readonly text: string;
}

/** The CSV files of a folder, and of the `.tar.xz` archives in it; or of one such archive. */
export async function* readBarFiles(path: string): AsyncGenerator<BarFile> {
  const isFolder = (await stat(path)).isDirectory();
  const files = isFolder ? (await readdir(path)).sort().map((name) => join(path, name)) : [path];
  for (const file of files) {
    if (file.endsWith('.csv')) yield { name: basename(file), text: await readFile(file, 'utf8') };
    else if (file.endsWith('.tar.xz')) yield* readArchive(file);
  }
}

/** The text of a file, unpacked if its name ends with `.xz`. */
export async function readTextFile(path: string): Promise<string> {
  return path.endsWith('.xz') ? text(unpacked(path)) : readFile(path, 'utf8');
}

async function* readArchive(path: string): AsyncGenerator<BarFile> {
  const entries = extract();
  const source = unpacked(path).on('error', (error: Error) => entries.destroy(error));
  source.pipe(entries);
  for await (const entry of entries) {
    const name = basename(entry.header.name);
    if (entry.header.type === 'file' && name.endsWith('.csv')) yield { name, text: await text(entry) };
    else entry.resume();
  }
}

function unpacked(path: string): Readable {
  const packed = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>;
  return Readable.fromWeb(new XzReadableStream(packed) as Parameters<typeof Readable.fromWeb>[0]);
}
