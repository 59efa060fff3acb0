import { Injectable } from '@nestjs/common';
import { Database } from '#lib/database';
import { mergeSessionCounts, selectSessionTotals, type SessionTotal } from './persistence/session-count.query';

/** The kept totals of sessions: `docs/sessions-read-model.md`. */
@Injectable()
export class SessionTotalsService {
  constructor(private readonly db: Database) {}

  /** Makes the ledger small again. */
  async merge(): Promise<void> {
    await this.db.transaction((tx) => mergeSessionCounts(tx));
  }

  /** The totals that lists show, and those that are counted, as of one moment. */
  compare(): Promise<SessionTotal[]> {
    return selectSessionTotals(this.db);
  }
}
