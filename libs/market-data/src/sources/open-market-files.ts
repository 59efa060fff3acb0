import { stat } from 'node:fs/promises';
import { AppError } from '#lib/kernel';
import { listSingleFile, listFolderFiles } from './folder-files';
import type { MarketFiles } from './source-file';
import { listTarXzFiles } from './tar-xz-files';
import { listZipFiles } from './zip-files';

/**
 * Opens what an operator named: a folder, a `.tar.xz` or `.zip` archive, or one data file.
 * @throws AppError `path_not_found`, `bad_archive`
 */
export async function openMarketFiles(path: string): Promise<MarketFiles> {
  const facts = await stat(path).catch(() => undefined);
  if (facts === undefined)
    throw AppError.notFound(`there is no file or folder ${path}`, 'path_not_found', { path, folder: true });
  if (facts.isDirectory()) return listFolderFiles(path);
  if (/\.(?:tar\.xz|txz)$/i.test(path)) return listTarXzFiles(path);
  if (/\.zip$/i.test(path)) return listZipFiles(path);
  return listSingleFile(path);
}
