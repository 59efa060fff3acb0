import { InvalidFileError, shown } from './invalid-file-error';

/** Column positions by name. */
export class CsvHeader {
  readonly names: readonly string[];

  /** @throws FileRefused where a name stands twice. */
  constructor(line: Uint8Array) {
    this.names = decodeHeader(line)
      .split(',')
      .map((name) => name.trim().replace(/^"(.*)"$/, '$1'));
    const twice = this.names.find((name, at) => name !== '' && this.names.indexOf(name) !== at);
    if (twice !== undefined) throw new InvalidFileError(1, `the header names ${shown(twice)} twice`);
  }

  /** @throws FileRefused where the file has no such column. */
  require(name: string): number {
    const position = this.optional(name);
    if (position < 0) {
      throw new InvalidFileError(1, `the header has no column ${name}; it reads ${shown(this.names.join(','))}`);
    }
    return position;
  }

  /** -1 where the file has no such column. */
  optional(name: string): number {
    return this.names.indexOf(name);
  }
}

/** Vendors write UTF-8, spreadsheets on a Chinese Windows the GB family; all fields below the header are ASCII. */
function decodeHeader(line: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(line);
  } catch {
    return new TextDecoder('gb18030').decode(line);
  }
}
