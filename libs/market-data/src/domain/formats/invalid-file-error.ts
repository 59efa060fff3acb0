/** A data file that can't go in. The other files of the import do. */
export class InvalidFileError extends Error {
  /**
   * @param line the file's own line, the header is 1; the record number in a binary file; null where it is the file as a whole.
   * @param reason what is wrong, in words that need no line beside them.
   */
  constructor(
    readonly line: number | null,
    readonly reason: string,
  ) {
    super(reason);
    this.name = 'FileRefused';
  }
}

/** A piece of a vendor's text for a message: cut, and with nothing that could spoil a terminal. */
export function shown(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
