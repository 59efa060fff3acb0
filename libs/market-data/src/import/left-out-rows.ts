import type { OtherCode } from '../domain/stock-code';

const KIND_WORDS: Readonly<Record<OtherCode['kind'], string>> = {
  index: 'an index',
  fund: 'a fund',
  bond: 'a bond',
  b_share: 'a B share',
  other: 'not the code of an A-share',
};

/** Rows of one file that aren't of A-shares, and how to tell of them. */
export class LeftOutRows {
  private rows = 0;
  private first: OtherCode | undefined;
  private readonly codes = new Set<string>();

  add(code: OtherCode): void {
    this.rows += 1;
    this.first ??= code;
    this.codes.add(code.code);
  }

  /** @returns undefined where there were none. @param fileHasBars whether the rest of the file went in. */
  reason(fileHasBars: boolean): string | undefined {
    if (this.first === undefined) return undefined;
    const others = this.codes.size > 1 ? ` (and ${this.codes.size - 1} more codes)` : '';
    const what = `${this.first.code} is ${KIND_WORDS[this.first.kind]}${others}`;
    return fileHasBars ? `${this.rows} rows left out: ${what}` : what;
  }
}
