import { api, readData } from '../../api/client';

const ASYNC = { Prefer: 'respond-async' };

export type FillKind = 'daily-missing' | 'daily' | 'weekly-missing' | 'weekly' | 'fundamental';
/** A fill whose difference is looked at before it is written. */
export type PreviewKind = 'daily-preview' | 'weekly-preview';

/** Asks for a fill, a score or a preview of a fill, without waiting for it. @returns its job. */
export async function startFill(id: number, kind: FillKind | PreviewKind): Promise<number> {
  const params = { path: { id }, header: ASYNC };
  const body = { only_missing: kind.endsWith('-missing'), dry_run: kind.endsWith('-preview') };
  const response = await (kind === 'fundamental'
    ? readData<object>(api.POST('/api/stock-cycle/sessions/{id}/ai-fill-fundamental', { params }))
    : kind.startsWith('daily')
      ? readData<object>(api.POST('/api/stock-cycle/sessions/{id}/ai-fill-daily', { params, body }))
      : readData<object>(api.POST('/api/stock-cycle/sessions/{id}/ai-fill-weekly', { params, body })));
  if (!('jobId' in response) || typeof response.jobId !== 'number')
    throw new Error('the server answered without a job');
  return response.jobId;
}
