/** A whole number in groups of three, as both languages write it. */
export function groupDigits(count: number): string {
  return count.toLocaleString('en-US');
}
