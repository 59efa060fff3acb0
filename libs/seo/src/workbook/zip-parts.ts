import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { unreadableFile } from '../domain/table-columns';

const MEBIBYTE = 2 ** 20;
/** A workbook has some parts a sheet; more were made to be many. */
const MOST_PARTS = 10_000;
/** A sheet of a million rows and twenty columns is below it. */
const LARGEST_PART = 1024 * MEBIBYTE;
/** Cells shrink to a tenth; what grows so much more was made to. */
const LARGEST_RATIO = 200;
const RATIO_COUNTS_FROM = 64 * MEBIBYTE;

/** The parts of a workbook by name, unpacked as they are read. Their directory is checked before a byte of them is read. */
export class ZipParts {
  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  /** @throws AppError `unreadable_file`: damaged, encrypted, or larger unpacked than a workbook is. */
  static async open(content: Buffer): Promise<ZipParts> {
    const entries = new Map<string, Entry>();
    let zip: ZipFile;
    try {
      zip = await fromBufferPromise(content, { autoClose: false });
      if (zip.entryCount > MOST_PARTS)
        throw unreadableFile(`the workbook is refused: it has more than ${MOST_PARTS} parts`);
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry);
    } catch (error) {
      throw damaged(error);
    }
    let total = 0;
    for (const { uncompressedSize } of entries.values()) {
      total += uncompressedSize;
      if (total > LARGEST_PART) throw unreadableFile('the workbook is refused: it is larger than 1 GiB unpacked');
    }
    if (total > RATIO_COUNTS_FROM && total > content.length * LARGEST_RATIO) {
      throw unreadableFile(`the workbook is refused: it is more than ${LARGEST_RATIO} times as large unpacked`);
    }
    return new ZipParts(zip, entries);
  }

  has(name: string): boolean {
    return this.entries.has(name.toLowerCase());
  }

  /** Bytes of a part; more or fewer than its directory states are an error. @throws AppError `unreadable_file`. */
  async *read(name: string, most = LARGEST_PART): AsyncGenerator<Uint8Array> {
    const entry = this.entries.get(name.toLowerCase());
    if (entry === undefined)
      throw unreadableFile(`the workbook is damaged: it has no part ${JSON.stringify(name.slice(0, 80))}`);
    if (entry.uncompressedSize > most) {
      throw unreadableFile(`the workbook is refused: ${name} is larger than ${Math.floor(most / MEBIBYTE)} MiB`);
    }
    try {
      yield* (await this.zip.openReadStreamPromise(entry)) as AsyncIterable<Uint8Array>;
    } catch (error) {
      throw damaged(error);
    }
  }
}

function damaged(error: unknown): Error {
  if (error instanceof Error && error.name === 'AppError') return error;
  if (error instanceof Error && /encrypt/i.test(error.message)) {
    return unreadableFile('the workbook is encrypted; save it without a password');
  }
  return unreadableFile("the workbook is damaged: its content can't be unpacked");
}
