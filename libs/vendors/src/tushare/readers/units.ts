/** Volumes come in lots (手), with two decimals where odd lots were traded. */
export function lotsToShares(lots: number): number {
  return Math.round(lots * 100);
}

/** Amounts come in thousand yuan (千元). To the fen: binary fractions end there. */
export function thousandsToYuan(thousands: number): number {
  return Math.round(thousands * 100_000) / 100;
}

/** Market caps come in ten thousand yuan (万元). */
export function tenThousandsToYuan(tenThousands: number | null): number | null {
  return tenThousands === null ? null : Math.round(tenThousands * 1_000_000) / 100;
}

/** Numbers of shares come in ten thousand (万股). */
export function tenThousandsToShares(tenThousands: number | null): number | null {
  return tenThousands === null ? null : Math.round(tenThousands * 10_000);
}
