import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar-stream';
import { archiveFault } from './archive-error';
import { ArchiveBudget } from './archive-budget';
import { memberContent } from './archive-member';
import type { MarketFiles, SourceFile } from './source-file';
import { unpackXz } from './xz-stream';

/** The members of a `.tar.xz`, in its order, unpacked on the way: nothing touches the disk. */
export async function listTarXzFiles(path: string): Promise<MarketFiles> {
  const { size } = await stat(path);
  let read = 0;
  return {
    files: listMembers(path, new ArchiveBudget(size), (bytes) => {
      read += bytes;
    }),
    fractionRead: () => (size === 0 ? 1 : read / size),
  };
}

async function* listMembers(
  path: string,
  budget: ArchiveBudget,
  onRead: (bytes: number) => void,
): AsyncGenerator<SourceFile> {
  const tar = extract();
  // A failure destroys `tar`, whose iterator throws it below.
  void pipeline(unpackXz(path, onRead), tar).catch(() => undefined);
  try {
    for await (const entry of tar) {
      const { name, size, type } = entry.header;
      budget.admit(name, size);
      if (type === 'file' || type === 'contiguous-file')
        yield { name, size, content: memberContent(path, entry as AsyncIterable<Uint8Array>) };
      entry.resume();
    }
  } catch (error) {
    throw await archiveFault(path, error);
  } finally {
    tar.destroy();
  }
}
