/** Plain decimals, never an exponent: a block must contain only numbers. Empty if there is none. */
export function rounded(value: number | null, decimals: number): string {
  return value === null || !Number.isFinite(value) ? '' : String(Number(value.toFixed(decimals)) + 0);
}

const DIGITS = 3;

/** Shares in ten thousands (万股), to three digits. */
export function inTenThousands(shares: number): string {
  const value = shares / 10_000;
  return value === 0 ? '0' : rounded(value, Math.max(0, DIGITS - 1 - Math.floor(Math.log10(Math.abs(value)))));
}
