import { Inject, Injectable } from '@nestjs/common';
import { Database } from '#lib/database';

const BATCH = 1000;

/** Deletes jobs that ended long ago. */
@Injectable()
export class JobRetention {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** In small batches, until none is left or `signal` aborts. @returns number of jobs deleted. */
  async prune(olderThanDays: number, signal: AbortSignal): Promise<number> {
    let deleted = 0;
    for (let batch = BATCH; batch === BATCH && !signal.aborted; deleted += batch) {
      const rows = await this.database.query(
        `delete from job where id in (
           select id from job where finished_at < now() - $1 * interval '1 day' order by finished_at limit ${BATCH}
         ) returning id`,
        [olderThanDays],
      );
      batch = rows.length;
    }
    return deleted;
  }
}
