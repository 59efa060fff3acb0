/** A file of an import, wherever it lies. */
export interface SourceFile {
  /** Path within the folder or archive, with `/`. */
  name: string;
  /** Size in bytes once unpacked. */
  size: number;
  /** To be read at most once, and before the next file is asked for. */
  content: AsyncIterable<Uint8Array>;
}

/** What an import reads: a stream of files, and how far it is. */
export interface MarketFiles {
  files: AsyncIterable<SourceFile>;
  /** Part of the source's bytes that were read, 0 to 1. */
  fractionRead(): number;
}
