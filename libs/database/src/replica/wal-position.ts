/** A place in the write-ahead log, in bytes from its beginning. */
export type WalPosition = bigint;

const FORM = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/;

/** Reads `16/B374D848`, as PostgreSQL writes a `pg_lsn`. @throws RangeError for another text. */
export function parseWalPosition(text: string): WalPosition {
  const [, high, low] = FORM.exec(text) ?? [];
  if (high === undefined || low === undefined) throw new RangeError('no position in the write-ahead log');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
