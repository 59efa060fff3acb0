import type { SqlRunner } from '#lib/database';
import type { TrackingSession } from './tracking-session.entity';

/** A session whose chips are to be refreshed. */
export interface ChipSession extends Pick<TrackingSession, 'id' | 'code'> {
  isOpen: boolean;
}

/** All open sessions, or the named ones, closed ones too; deleted ones never. */
export async function selectChipSessions(runner: SqlRunner, ids: readonly number[] | null): Promise<ChipSession[]> {
  return runner.query<ChipSession>(
    `select id, code, ended_at is null as "isOpen" from tracking_session
     where deleted_at is null and case when $1::bigint[] is null then ended_at is null else id = any($1) end
     order by id`,
    [ids],
  );
}
