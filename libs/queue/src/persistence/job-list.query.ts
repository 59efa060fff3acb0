import type { Database } from '#lib/database';
import { type JobState, LISTED_JOB_COLUMNS, type ListedJob } from '../job-view';

export interface JobFilter {
  /** Id of a user: what he asked for. */
  requestedBy?: number | undefined;
  state?: JobState | undefined;
  name?: string | undefined;
}

const MATCHES = `($1::bigint is null or requested_by = $1) and ($2::text is null or state = $2)
  and ($3::text is null or name = $3)`;

/** Jobs that match, newest first, and how many there are in all. */
export async function selectJobs(
  database: Database,
  { requestedBy, state, name }: JobFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ jobs: ListedJob[]; total: number }> {
  const filter = [requestedBy, state, name];
  const [jobs, [counted]] = await Promise.all([
    database.query<ListedJob>(
      // Who asked is looked up for the page alone, not for the rows before it.
      `select ${LISTED_JOB_COLUMNS}
       from (select * from job where ${MATCHES} order by id desc limit $4 offset $5) as job order by id desc`,
      [...filter, limit, offset],
    ),
    database.query<{ total: number }>(`select count(*) as total from job where ${MATCHES}`, filter),
  ]);
  return { jobs, total: counted?.total ?? 0 };
}
