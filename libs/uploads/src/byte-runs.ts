/**
 * Counts how bytes above ASCII stand together. In GBK they come in pairs, nearly always of the common characters (lead byte
 * B0 to D7) or of its punctuation (A1 to A3). In Windows-1252 an accented letter stands alone among ASCII letters, or in a
 * pair that would be a rare character in GBK.
 */
export class ByteRuns {
  private run: number[] = [];
  private length = 0;
  private pairs = 0;
  private lone = 0;

  push(chunk: Uint8Array): void {
    for (const byte of chunk) {
      if (byte < 0x80) {
        if (this.length > 0) this.close();
        continue;
      }
      this.length += 1;
      if (this.run.length < 2) this.run.push(byte);
      else {
        if (isCommonPair(this.run)) this.pairs += 1;
        this.run = [byte];
      }
    }
  }

  /** Whether the text is Windows-1252 rather than GBK; to be called at the end. */
  areWestern(): boolean {
    this.close();
    return this.lone > this.pairs;
  }

  private close(): void {
    if (isCommonPair(this.run)) this.pairs += 1;
    else if (this.length > 0 && this.length <= 2 && this.run.every(isWesternByte)) this.lone += 1;
    this.run = [];
    this.length = 0;
  }
}

function isCommonPair([lead, trail]: readonly number[]): boolean {
  if (lead === undefined || trail === undefined || trail < 0xa1) return false;
  return (lead >= 0xb0 && lead <= 0xd7) || (lead >= 0xa1 && lead <= 0xa3);
}

/** Bytes that Windows-1252 leaves free are in no text. */
function isWesternByte(byte: number): boolean {
  return ![0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte);
}
