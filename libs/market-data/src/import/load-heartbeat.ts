import type { Database } from '#lib/database';

const BEAT_EVERY_MS = 5000;

/** Says on a load's row that its process lives, until {@link stop}. The load's own connection is busy with statements of minutes. */
export class LoadHeartbeat {
  private readonly timer: NodeJS.Timeout;
  private beating = false;

  constructor(
    private readonly database: Database,
    private readonly importId: number,
  ) {
    this.timer = setInterval(() => void this.beat(), BEAT_EVERY_MS);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private async beat(): Promise<void> {
    if (this.beating) return;
    this.beating = true;
    try {
      // The load itself locks the row before its commit.
      await this.database.query(
        `update market_import set alive_at = now()
         where id = (select id from market_import where id = $1 for update skip locked)`,
        [this.importId],
      );
    } catch {
      // The next beat tells.
    } finally {
      this.beating = false;
    }
  }
}
