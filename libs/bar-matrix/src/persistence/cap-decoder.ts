import { CopyDecoder } from './copy-decoder';

/** Field count, code, day and one number with their lengths. */
const LONGEST_ROW = 2 + (4 + 6) + (4 + 4) + (4 + 8);

/** Where total market caps go. */
export interface CapTarget {
  /** By the code as a number: the stock's number + 1; 0: unknown. */
  readonly stockNos: Uint16Array;
  /** By whole days since 1970-01-01: the position in the market's days + 1; 0: unknown. */
  readonly dayNos: Uint16Array;
  /** @param cap Yuan. */
  readonly take: (stockNo: number, dayNo: number, cap: number) => void;
}

/** Reads codes, days and total market caps. */
export class CapDecoder extends CopyDecoder {
  constructor(private readonly target: CapTarget) {
    super(LONGEST_ROW);
  }

  protected readRow(): void {
    const { stockNos, dayNos, take } = this.target;
    const stockNo = (stockNos[this.readCode()] ?? 0) - 1;
    const dayNo = (dayNos[this.readEpochDay()] ?? 0) - 1;
    const cap = this.readNumber();
    if (stockNo >= 0 && dayNo >= 0) take(stockNo, dayNo, cap);
  }
}
