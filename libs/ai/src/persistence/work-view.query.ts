import type { SqlRunner, Wire } from '#lib/database';
import type { ChatErrorCode } from '../domain/chat-error-code';
import type { WorkRow } from './lane-rows';
import type { LaneTables } from './lanes.query';

/** The model's error because of which work stopped early. */
export interface StopReason {
  code: ChatErrorCode;
  message: string;
}

/** How a drain or a replay, the work of lanes, stands. Instants ISO 8601 UTC. */
export interface WorkView extends Wire<
  Pick<WorkRow, 'id' | 'kind' | 'status' | 'total' | 'createdAt' | 'startedAt' | 'finishedAt' | 'error'>
> {
  /** Why it stopped early; set as soon as that is decided. */
  stopReason: StopReason | null;
  /** Of the items, those that are through: done as they should be, skipped or failed. */
  done: number;
  skipped: number;
  failed: number;
  /** Those that wait for a model to answer again. */
  waiting: number;
  startedBy: string | null;
}

/** Columns of the work `r`. */
export const STOP_REASON = `case when r.stop_code is not null
    then json_build_object('code', r.stop_code, 'message', r.stop_message) end as "stopReason"`;
export const STARTED_BY = 'u.username as "startedBy"';

/** Columns of the counts of {@link workFrom}, but for `waiting`. @param succeeded The status of an item that succeeded. */
export function countColumns(succeeded: string): string {
  return `coalesce(s.${succeeded} + s.skipped + s.failed, 0) as done, coalesce(s.${succeeded}, 0) as ${succeeded},
    coalesce(s.skipped, 0) as skipped, coalesce(s.failed, 0) as failed`;
}

/** The work `r` with who started it, `u`, and the counts of its items, `s`. @param counts Further ones, as SQL. */
export function workFrom({ work, items, key }: LaneTables, succeeded: string, counts: readonly string[] = []): string {
  const all = [
    ...[succeeded, 'skipped', 'failed'].map(
      (status) => `count(*) filter (where status = '${status}')::int as ${status}`,
    ),
    `count(*) filter (where status = 'pending' and retry_at > now())::int as waiting`,
    ...counts,
  ];
  return `from ${work} r
    left join app_user u on u.id = r.started_by
    left join lateral (select ${all.join(', ')} from ${items} where ${key} = r.id) s on true`;
}

/** A page of work, newest first. @param view The SELECT of a view, without conditions. */
export async function selectWorkPage<View extends WorkView>(
  db: SqlRunner,
  view: string,
  { work }: LaneTables,
  page: { limit: number; offset: number },
): Promise<{ rows: View[]; total: number }> {
  const rows = await db.query<View>(`${view} order by r.id desc limit $1 offset $2`, [page.limit, page.offset]);
  const [count] = await db.query<{ total: number }>(`select count(*) as total from ${work}`);
  return { rows, total: count?.total ?? 0 };
}
