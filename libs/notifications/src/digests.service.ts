import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { Database, notify, type Transaction } from '#lib/database';
import { Clock, type CalendarDay } from '#lib/kernel';
import { JobsService } from '#lib/queue';
import { DELIVERY_CHANNEL } from './deliveries.service';
import { type Digest, planDigests } from './domain/digest';
import type { PendingEvent } from './domain/pending-event';
import { readsLists, type UserLists } from './domain/match-event';
import { quietMs } from './domain/quiet-hours';
import { writeMessage } from './domain/write-message';
import { evaluateRulesJob } from './jobs/evaluate-rules.job';
import { selectChannels } from './persistence/channels.query';
import { insertDelivery } from './persistence/deliveries.query';
import { lockPlanning, markTold, selectUntoldEvents, tryLockPlanning } from './persistence/events.query';
import { selectActiveRules, selectUserCodes } from './persistence/rules.query';

/** Turns events into deliveries. An event is marked in the transaction that writes its deliveries: none is told twice. */
@Injectable()
export class DigestsService {
  constructor(
    private readonly db: Database,
    private readonly jobs: JobsService,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Tells the events that are ready. @returns how many they were; 0 also where another process does it now. */
  tell(): Promise<number> {
    return this.tellUnder(tryLockPlanning);
  }

  /** Tells all events that are ready, after another process that does it now. */
  async tellAll(): Promise<void> {
    let told: number;
    do told = await this.tellUnder(lockPlanning);
    while (told > 0);
  }

  private async tellUnder(lock: (tx: Transaction) => Promise<boolean>): Promise<number> {
    const told = await this.db.transaction(async (tx) => {
      if (!(await lock(tx))) return 0;
      const events = await selectUntoldEvents(tx);
      if (events.length === 0) return 0;
      const rules = await selectActiveRules(tx, [...new Set(events.map(({ type }) => type))]);
      const lists = await this.readLists(tx, new Set(rules.filter(readsLists).map(({ userId }) => userId)));
      const none: UserLists = { watchlist: new Set(), position: new Set() };
      const digests = planDigests(events, rules, (userId) => lists.get(userId) ?? none);
      for (const digest of digests) await this.write(tx, digest);
      for (const event of events) {
        if (event.type === 'channel.disabled') await this.tellOwner(tx, event);
        if (event.type === 'market.complete') await this.evaluate(tx, event.data.day);
      }
      await markTold(
        tx,
        events.map(({ id }) => id),
      );
      if (digests.length > 0) await notify(tx, DELIVERY_CHANNEL, '');
      return events.length;
    });
    if (told > 0) this.jobs.publishSoon();
    return told;
  }

  private async write(tx: Transaction, { channelId, events, quietHours }: Digest): Promise<void> {
    const now = this.clock.now();
    const waitMs = Math.min(...quietHours.map((hours) => quietMs(hours, now)));
    const message = writeMessage(events, this.config.publicUrl);
    await insertDelivery(tx, { eventId: events[0].id, channelId, message, waitMs });
  }

  /** Of a channel that was switched off its owner hears on the first other one. */
  private async tellOwner(tx: Transaction, event: PendingEvent & { type: 'channel.disabled' }): Promise<void> {
    const channels = await selectChannels(tx, event.data.userId);
    const other = channels.find(({ id, enabled }) => enabled && id !== event.data.channelId);
    if (other === undefined) return;
    const message = writeMessage([event], this.config.publicUrl);
    await insertDelivery(tx, { eventId: event.id, channelId: other.id, message, waitMs: 0 });
    await notify(tx, DELIVERY_CHANNEL, '');
  }

  private async evaluate(tx: Transaction, day: CalendarDay): Promise<void> {
    await this.jobs.enqueue(tx, evaluateRulesJob, { day });
  }

  private async readLists(tx: Transaction, userIds: ReadonlySet<number>): Promise<Map<number, UserLists>> {
    const lists = new Map<number, UserLists>();
    for (const userId of userIds) {
      const { watchlist, position } = await selectUserCodes(tx, userId);
      lists.set(userId, { watchlist: new Set(watchlist), position: new Set(position) });
    }
    return lists;
  }
}
