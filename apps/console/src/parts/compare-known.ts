/** Orders values of a list's column: numbers by size, texts as Chinese sorts them; what is not known is last in both orders. */
export function compareKnown(a: number | string | null, b: number | string | null, direction: 1 | -1): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === 'string' || typeof b === 'string') return String(a).localeCompare(String(b), 'zh-CN') * direction;
  return (a - b) * direction;
}
