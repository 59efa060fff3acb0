/** The checks that a day's package must pass, in the order in which they are made. */
export const PACKAGE_CHECKS = [
  'archive',
  'members',
  'day',
  'record_size',
  'priced_rows',
  'stock_count',
  'prices',
  'amounts',
  'fresh_content',
] as const;
export type PackageCheck = (typeof PACKAGE_CHECKS)[number];

/** A package that is not what it should be. Nothing of it is stored. */
export class PackageError extends Error {
  constructor(
    readonly check: PackageCheck,
    /** For people: a number with its unit, or a list. */
    readonly expected: string,
    readonly got: string,
  ) {
    super(`${check}: expected ${expected}, got ${got}`);
  }
}
