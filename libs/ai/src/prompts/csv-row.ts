/** A row of a prompt's table. It ends if nothing follows: commas cost tokens. */
export function csvRow(values: readonly (string | number)[]): string {
  const last = values.findLastIndex((value) => value !== '');
  return values.slice(0, last + 1).join(',');
}
