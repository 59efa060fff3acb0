import { openPromise, type ZipFile } from 'yauzl';
import { AppError, messageOf } from '#lib/kernel';
import { badArchive, checkArchiveMember } from './archive-member';
import type { MarketFiles, SourceFile } from './source-file';

/** The members of a `.zip`, in the order of its directory, unpacked on the way. */
export async function filesOfZip(path: string): Promise<MarketFiles> {
  let done = 0;
  let total = 1;
  const zip = await openZip(path);
  total = Math.max(1, zip.entryCount);
  return {
    files: (async function* (): AsyncGenerator<SourceFile> {
      try {
        for await (const entry of zip.eachEntry()) {
          checkArchiveMember(entry.fileName, entry.uncompressedSize);
          if (!entry.fileName.endsWith('/')) {
            const content = await zip.openReadStreamPromise(entry);
            yield { name: entry.fileName, size: entry.uncompressedSize, content };
            content.destroy();
          }
          done += 1;
        }
      } catch (error) {
        throw error instanceof AppError ? error : badArchive(`it can't be unpacked (${messageOf(error)})`, error);
      } finally {
        zip.close();
      }
    })(),
    fractionRead: () => done / total,
  };
}

async function openZip(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { autoClose: false });
  } catch (error) {
    throw badArchive(`it can't be opened (${messageOf(error)})`, error);
  }
}
