import { stat } from 'node:fs/promises';
import { AppError } from '#lib/kernel';
import { filesOfFile, filesOfFolder } from './folder-files';
import type { MarketFiles } from './source-file';
import { filesOfTarXz } from './tar-xz-files';
import { filesOfZip } from './zip-files';

/**
 * Opens what an operator named: a folder, a `.tar.xz` or `.zip` archive, or one data file.
 * @throws AppError `path_not_found`, `bad_archive`
 */
export async function openMarketFiles(path: string): Promise<MarketFiles> {
  const facts = await stat(path).catch(() => undefined);
  if (facts === undefined)
    throw AppError.notFound(`there is no file or folder ${path}`, 'path_not_found', { path, folder: true });
  if (facts.isDirectory()) return filesOfFolder(path);
  if (/\.(?:tar\.xz|txz)$/i.test(path)) return filesOfTarXz(path);
  if (/\.zip$/i.test(path)) return filesOfZip(path);
  return filesOfFile(path);
}
