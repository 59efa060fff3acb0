/** The columns that stay at the left while the others scroll sideways. */
export const FROZEN = [
  { key: 'tick', width: 30 },
  { key: 'priority', width: 50 },
  { key: 'code', width: 64 },
  { key: 'name', width: 92 },
] as const;

export const FROZEN_WIDTH = FROZEN.reduce((sum, { width }) => sum + width, 0);

export function frozenAt(at: number): { left: number; width: number } {
  const left = FROZEN.slice(0, at).reduce((sum, { width }) => sum + width, 0);
  return { left, width: FROZEN[at]?.width ?? 0 };
}
