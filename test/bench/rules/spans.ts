/** Thresholds and weights are chosen on the first span and shown on the second (docs/rules-model.md). */
export const SPANS = [
  { name: '2021-2023', from: '2021-01-01', to: '2023-12-31' },
  { name: '2024-2025', from: '2024-01-01', to: '2025-12-31' },
] as const;

/** The name of the span of a day. */
export function spanOf(date: string): string | null {
  return SPANS.find(({ from, to }) => date >= from && date <= to)?.name ?? null;
}
