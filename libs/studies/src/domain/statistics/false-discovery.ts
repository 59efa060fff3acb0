/**
 * Which of many findings stand when at most a share of those that are called so may be luck (Benjamini and Hochberg 1995).
 * @param p One p value a finding; NaN: not measured, never a discovery.
 * @returns By position: whether it stands.
 */
export function findDiscoveries(p: readonly number[], rate = 0.1): boolean[] {
  const measured = p.filter((value) => !Number.isNaN(value)).sort((one, other) => one - other);
  const last = measured.findLastIndex((value, index) => value <= (rate * (index + 1)) / measured.length);
  const most = measured[last] ?? -1;
  return p.map((value) => value <= most);
}
