import { columnsOf, type Database, prepareStatement } from '#lib/database';
import type { JobState } from '../domain/job-state';
import { Job } from './job.entity';

/** A job without its result, which may be long. */
export interface ListedJob extends Pick<Job, (typeof WHAT)[number] | (typeof WHEN)[number]> {
  /** The name of the user who requested it; null for what the program did by itself. */
  startedBy: string | null;
}

/** A job as its row shows it now. */
export interface JobView extends ListedJob, Pick<Job, 'result'> {}

export interface JobFilter {
  /** Id of a user: the jobs that they requested. */
  requestedBy?: number | undefined;
  state?: JobState | undefined;
  name?: string | undefined;
}

const WHAT = ['id', 'name', 'queue', 'state', 'progress', 'error', 'attempts', 'requestedBy'] as const;
const WHEN = ['createdAt', 'startedAt', 'finishedAt'] as const;

const LISTED_COLUMNS = `${columnsOf(Job, '', WHAT)},
  (select username from app_user where app_user.id = requested_by) as "startedBy", ${columnsOf(Job, '', WHEN)}`;

/** Runs whenever a job changes that somebody waits for. */
const SELECT_JOB = prepareStatement<JobView>('select_job', `select ${LISTED_COLUMNS}, result from job where id = $1`);

const MATCHES = `($1::bigint is null or requested_by = $1) and ($2::text is null or state = $2)
  and ($3::text is null or name = $3)`;

export async function selectJob(database: Database, id: number): Promise<JobView | undefined> {
  const [view] = await database.query(SELECT_JOB, [id]);
  return view;
}

/** Jobs that match, newest first, and how many there are in all. */
export async function selectJobs(
  database: Database,
  { requestedBy, state, name }: JobFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ jobs: ListedJob[]; total: number }> {
  const filter = [requestedBy, state, name];
  const [jobs, [counted]] = await Promise.all([
    database.query<ListedJob>(
      // The user's name is looked up for the page alone, not for the rows before it.
      `select ${LISTED_COLUMNS}
       from (select * from job where ${MATCHES} order by id desc limit $4 offset $5) as job order by id desc`,
      [...filter, limit, offset],
    ),
    database.query<{ total: number }>(`select count(*) as total from job where ${MATCHES}`, filter),
  ]);
  return { jobs, total: counted?.total ?? 0 };
}
