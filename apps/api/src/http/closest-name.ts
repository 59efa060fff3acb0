/**
 * The known name that a caller probably meant: the same in another spelling (`entryDate` for `entry_date`), or a few
 * letters away.
 */
export function closestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > 60) return undefined;
  const wanted = folded(name);
  const allowance = Math.max(1, Math.floor(wanted.length / 4));
  let best: { name: string; distance: number } | undefined;
  for (const candidate of known) {
    const distance = editDistance(wanted, folded(candidate));
    if (distance <= allowance && (best === undefined || distance < best.distance)) best = { name: candidate, distance };
  }
  return best?.name;
}

function folded(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
