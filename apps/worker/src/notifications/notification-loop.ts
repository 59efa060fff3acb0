import { setTimeout as pause } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Notifications } from '#lib/database';
import { EVENT_CHANNEL } from '#lib/events';
import { messageOf } from '#lib/kernel';
import { DELIVERY_CHANNEL, DigestsService, SenderService } from '#lib/notifications';

/** Between two looks where no hint comes: a lost hint, or an attempt that has become due. */
const LOOK_EVERY_MS = 2000;
/** After an error: the database is gone, or has no connection left. */
const AFTER_ERROR_MS = 5000;
/** Channels that are sent to at once: one that is slow holds nobody up. */
const LANES = 4;

/**
 * Tells what happened, and sends what is due, as long as the worker lives. No job: what is due stands in the database, and a
 * message must not wait behind long work.
 */
@Injectable()
export class NotificationLoop implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Notifications');
  private readonly ended = new AbortController();
  private readonly unsubscribe: (() => void)[] = [];
  private readonly wakeUps = new Set<() => void>();
  private running: Promise<unknown> = Promise.resolve();
  /** Whether the last look failed: an outage is told once, not by each lane every few seconds. */
  private hasFailed = false;

  constructor(
    private readonly notifications: Notifications,
    private readonly digests: DigestsService,
    private readonly sender: SenderService,
  ) {}

  onApplicationBootstrap(): void {
    for (const channel of [EVENT_CHANNEL, DELIVERY_CHANNEL]) {
      this.unsubscribe.push(this.notifications.subscribe(channel, () => this.wake()));
    }
    const lanes = Array.from({ length: LANES }, () => this.repeat(() => this.sender.sendNext(this.ended.signal)));
    this.running = Promise.all([this.repeat(async () => (await this.digests.tell()) > 0), ...lanes]);
  }

  /** Before the connections close: an attempt that is under way ends and is noted. */
  async beforeApplicationShutdown(): Promise<void> {
    for (const unsubscribe of this.unsubscribe) unsubscribe();
    this.ended.abort();
    this.wake();
    await this.running;
  }

  /** Works until nothing is left, then waits for a hint or a while. */
  private async repeat(work: () => Promise<boolean>): Promise<void> {
    while (!this.ended.signal.aborted) {
      try {
        const hasWorked = await work();
        this.hasFailed = false;
        if (!hasWorked) await this.rest(LOOK_EVERY_MS);
      } catch (error) {
        if (this.hasEnded()) return;
        if (!this.hasFailed) this.logger.warn(`could not look for notifications: ${messageOf(error)}`);
        this.hasFailed = true;
        await this.rest(AFTER_ERROR_MS);
      }
    }
  }

  private async rest(ms: number): Promise<void> {
    const over = new AbortController();
    const wakeUp = (): void => over.abort();
    this.wakeUps.add(wakeUp);
    try {
      await pause(ms, undefined, { signal: over.signal });
    } catch {
      // Woken.
    } finally {
      this.wakeUps.delete(wakeUp);
    }
  }

  private hasEnded(): boolean {
    return this.ended.signal.aborted;
  }

  private wake(): void {
    for (const wakeUp of this.wakeUps) wakeUp();
  }
}
