export type JobProgressValue =
  | { readonly kind: 'count'; readonly done: number; readonly total: number }
  | { readonly kind: 'share'; readonly fraction: number };

/** The progress of a job: each kind of job reports it in its own way, or not at all. */
export function readProgress(progress: unknown): JobProgressValue | undefined {
  if (typeof progress !== 'object' || progress === null) return undefined;
  const { done, total, fraction } = progress as { done?: unknown; total?: unknown; fraction?: unknown };
  if (typeof done === 'number' && typeof total === 'number') return { kind: 'count', done, total };
  return typeof fraction === 'number' ? { kind: 'share', fraction } : undefined;
}
