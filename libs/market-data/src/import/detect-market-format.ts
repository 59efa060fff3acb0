import { basename } from 'node:path';
import { AppError } from '#lib/kernel';
import { InvalidFileError } from '../domain/formats/invalid-file-error';
import { FORMAT_RULES, MARKET_FORMATS, type MarketFormat } from '../domain/formats/market-format';
import { openMarketFiles } from '../sources/open-market-files';

/** A header and some rows; of binary files, a record. */
const ENOUGH_BYTES = 4096;
/** Files that tell nothing (lists of names, notes) may lie beside the bars. */
const LOOK_AT_FILES = 50;

const NOBODY = { bar: () => undefined, noBar: () => undefined, leftOut: () => undefined };

/**
 * Tells the form of a folder's bar files by the first file that one of the formats can read.
 * @throws AppError `unknown_format` where there is none, `path_not_found`.
 */
export async function detectMarketFormat(path: string): Promise<MarketFormat> {
  let looked = 0;
  for await (const file of (await openMarketFiles(path)).files) {
    const head: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of file.content) {
      if (bytes < ENOUGH_BYTES) head.push(chunk);
      bytes += chunk.length;
    }
    const start = Buffer.concat(head).subarray(0, ENOUGH_BYTES);
    const format = MARKET_FORMATS.find((candidate) => reads(candidate, file.name, start));
    if (format !== undefined) return format;
    looked += 1;
    if (looked >= LOOK_AT_FILES) break;
  }
  throw AppError.invalid(
    `no file of the folder is in a known form; say which with MARKET_FILES_FORMAT (${MARKET_FORMATS.join(', ')})`,
    undefined,
    'unknown_format',
  );
}

/** Whether the format takes the file's beginning. The last line may be cut, so that only whole ones are tried. */
function reads(format: MarketFormat, name: string, start: Buffer): boolean {
  const { ending, parser } = FORMAT_RULES[format];
  if (!name.toLowerCase().endsWith(ending)) return false;
  const whole = ending === '.day' ? start.length - (start.length % 32) : start.lastIndexOf(0x0a) + 1;
  if (whole === 0) return false;
  try {
    parser(basename(name), NOBODY).push(start.subarray(0, whole));
    return true;
  } catch (error) {
    if (error instanceof InvalidFileError) return false;
    throw error;
  }
}
