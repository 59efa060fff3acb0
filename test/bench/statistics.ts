/** The value below which `part` of the values lie; NaN of none. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** How much y grows while x grows by one, by least squares. */
export function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const middleX = mean(points.map(([x]) => x));
  const middleY = mean(points.map(([, y]) => y));
  const together = points.reduce((sum, [x, y]) => sum + (x - middleX) * (y - middleY), 0);
  return together / points.reduce((sum, [x]) => sum + (x - middleX) ** 2, 0);
}
