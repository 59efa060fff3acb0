import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { Progress } from '../../parts/progress';
import { useFormats } from '../../words/formats';
import { readProgress } from './read-progress';

/** How far a job is, where it tells it and has not ended. */
export function JobProgress({
  job,
  label,
}: {
  job: Pick<Schemas['ListedJobResponse'], 'state' | 'progress'>;
  label: string;
}): ReactNode {
  const formats = useFormats();
  const told = readProgress(job.progress);
  if (job.state !== 'running' || told === undefined) return null;
  return told.kind === 'count' ? (
    <Progress label={label} done={told.done} total={told.total} />
  ) : (
    <span className="figure">{formats.percent(told.fraction * 100, 0)}</span>
  );
}
