import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { crc32, inflateRaw, type InputType, type ZlibOptions } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import type { CalendarDay } from '#lib/kernel';
import { countPriced, readMarketFile, type InstrumentDay } from './domain/market-file';
import { PackageError } from './domain/package-error';
import { findMembers } from './domain/package-members';
import { checkPricedRows, requireAll } from './domain/check-package';
import { isStock } from './domain/stock-day';

const MEBIBYTE = 2 ** 20;
const MOST_MEMBERS = 20;
const LARGEST_UNPACKED = 256 * MEBIBYTE;
const ZIP_MAGIC = [0x50, 0x4b];
const DEFLATED = 8;
/** Of zlib. */
const SMALLEST_CHUNK = 64;

/** Whether the bytes begin as a zip does. */
export function isZip(content: Uint8Array): boolean {
  return ZIP_MAGIC.every((byte, at) => content[at] === byte);
}

/**
 * Reads the A-shares of a day's archive. The directory is checked before a member is unpacked, and each member against its
 * checksum.
 * @throws PackageError `archive`, `members`, `day`, `record_size`, `priced_rows`
 */
export async function readArchive(day: CalendarDay, content: Buffer): Promise<InstrumentDay[]> {
  const zip = await openZip(content);
  try {
    const entries = await listEntries(zip);
    const members = findMembers(day, [...entries.keys()]);
    const stocks: InstrumentDay[] = [];
    for (const [market, { codes, prices }] of members) {
      const [cod, md1] = [await readMember(zip, entries, codes), await readMember(zip, entries, prices)];
      stocks.push(...readMarketFile(market, cod, md1, (code) => isStock(market, code)));
      requireAll([checkPricedRows(market, countPriced(cod, md1))]);
    }
    return stocks;
  } finally {
    zip.close();
  }
}

async function openZip(content: Buffer): Promise<ZipFile> {
  try {
    // Names with backslashes are wanted as they stand; those that leave the folder are refused below.
    return await fromBufferPromise(content, { autoClose: false, decodeStrings: true, strictFileNames: false });
  } catch (error) {
    throw new PackageError('archive', 'a whole zip', describe(error));
  }
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MOST_MEMBERS) {
    throw new PackageError('archive', `${MOST_MEMBERS} members or fewer`, String(zip.entryCount));
  }
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      unpacked += entry.uncompressedSize;
      entries.set(entry.fileName, entry);
    }
  } catch (error) {
    throw new PackageError('archive', 'a whole directory of members', describe(error));
  }
  if (unpacked > LARGEST_UNPACKED) {
    const [most, size] = [LARGEST_UNPACKED, unpacked].map((bytes) => `${Math.round(bytes / MEBIBYTE)} MiB`);
    throw new PackageError('archive', `at most ${most} unpacked`, `${size}`);
  }
  return entries;
}

async function readMember(zip: ZipFile, entries: ReadonlyMap<string, Entry>, name: string): Promise<Buffer> {
  const entry = entries.get(name);
  if (entry === undefined) throw new PackageError('members', name, 'none');
  let content: Buffer;
  try {
    content = await unpackMember(zip, entry);
  } catch (error) {
    throw new PackageError('archive', `${name} unpacked`, describe(error));
  }
  const sum = crc32(content);
  if (sum !== entry.crc32) throw new PackageError('archive', `checksum ${entry.crc32} of ${name}`, String(sum));
  return content;
}

const inflate: (packed: InputType, options: ZlibOptions) => Promise<Buffer> = promisify(inflateRaw);

/** Unpacks a member into one buffer of the size that it claims: in pieces a package would take the memory of ten. */
async function unpackMember(zip: ZipFile, entry: Entry): Promise<Buffer> {
  if (entry.compressionMethod !== DEFLATED || entry.isEncrypted())
    return readWhole(await zip.openReadStreamPromise(entry));
  const packed = await readWhole(await zip.openReadStreamPromise(entry, { decodeFileData: false }));
  const size = entry.uncompressedSize;
  // A byte of room: with none left zlib asks for another piece.
  const content = await inflate(packed, {
    chunkSize: Math.max(size + 1, SMALLEST_CHUNK),
    maxOutputLength: Math.max(size, 1),
  });
  if (content.length !== size) throw new Error(`${content.length} bytes instead of ${size}`);
  return content;
}

async function readWhole(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function describe(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 200);
}
