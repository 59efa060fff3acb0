import type { Database } from '#lib/database';
import { noteLoadAlive } from '../persistence/market-load.query';

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
      await noteLoadAlive(this.database, this.importId);
    } catch {
      // The next beat tries again.
    } finally {
      this.beating = false;
    }
  }
}
