import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { Progress } from '../../parts/progress';
import { useFormats } from '../../i18n/formats';
import { readProgress } from './read-progress';

/** The progress of a job, if it reports one and has not ended. */
export function JobProgress({
  job,
  label,
}: {
  job: Pick<Schemas['ListedJobResponse'], 'state' | 'progress'>;
  label: string;
}): ReactNode {
  const formats = useFormats();
  const progress = readProgress(job.progress);
  if (job.state !== 'running' || progress === undefined) return null;
  return progress.kind === 'count' ? (
    <Progress label={label} done={progress.done} total={progress.total} />
  ) : (
    <span className="figure">{formats.percent(progress.fraction * 100, 0)}</span>
  );
}
