import { openPromise, type ZipFile } from 'yauzl';
import { archiveFault } from './archive-error';
import { ArchiveBudget } from './archive-budget';
import { memberContent } from './archive-member';
import type { MarketFiles, SourceFile } from './source-file';

/** The members of a `.zip`, in the order of its directory, unpacked on the way. */
export async function listZipFiles(path: string): Promise<MarketFiles> {
  const zip = await openZip(path);
  const budget = new ArchiveBudget(zip.fileSize);
  let done = 0;
  return {
    files: (async function* (): AsyncGenerator<SourceFile> {
      try {
        for await (const entry of zip.eachEntry()) {
          budget.admit(entry.fileName, entry.uncompressedSize);
          if (!entry.fileName.endsWith('/')) {
            const content = await zip.openReadStreamPromise(entry);
            yield { name: entry.fileName, size: entry.uncompressedSize, content: memberContent(path, content) };
            content.destroy();
          }
          done += 1;
        }
      } catch (error) {
        throw await archiveFault(path, error);
      } finally {
        zip.close();
      }
    })(),
    fractionRead: () => (zip.entryCount === 0 ? 1 : done / zip.entryCount),
  };
}

async function openZip(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { autoClose: false });
  } catch (error) {
    throw await archiveFault(path, error);
  }
}
