import { randomInt, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '#lib/database';
import { recordEvent } from '#lib/events';
import { ChannelsService } from './channels.service';
import type { ChannelKind } from './domain/channel-kind';
import { deliver } from './channels/deliver';
import type { DeliveryResult } from './channels/delivery-result';
import { countParts, paceOf, refusalWaitSeconds, startShiftMs } from './channels/pace';
import { retryWaitMs } from './domain/retry-ladder';
import {
  holdChannel,
  leaseChannel,
  type LeasedChannel,
  releaseChannel,
  setPace,
  updateChannel,
} from './persistence/channels.query';
import { type AttemptEnd, type DueDelivery, endWaiting, selectDue, storeAttempt } from './persistence/deliveries.query';

const UNREADABLE: DeliveryResult = {
  outcome: 'failed',
  status: null,
  reason: 'The settings of the channel cannot be read; give them again',
  answer: null,
};

interface Attempt {
  readonly result: DeliveryResult;
  readonly requests: number;
}

/**
 * Sends what is due. A channel is leased: one worker sends to it, one message after the other, at the pace of its service. A
 * worker that dies between the service's answer and its own note leaves the delivery due: it is sent again (at least once).
 */
@Injectable()
export class SenderService {
  constructor(
    private readonly db: Database,
    private readonly channels: ChannelsService,
  ) {}

  /** Sends to one channel what is due there. @returns whether there was one. */
  async sendNext(signal: AbortSignal): Promise<boolean> {
    const channel = await leaseChannel(this.db, randomUUID());
    if (channel === undefined) return false;
    try {
      while (!signal.aborted && (await this.sendOne(channel, signal)));
    } finally {
      await releaseChannel(this.db, channel);
    }
    return true;
  }

  /** @returns whether the channel may be sent to again at once. */
  private async sendOne(channel: LeasedChannel, signal: AbortSignal): Promise<boolean> {
    const due = await this.db.transaction(async (tx) =>
      (await holdChannel(tx, channel)) ? selectDue(tx, channel.id) : undefined,
    );
    if (due === undefined) return false;
    const shiftMs = due.attempts === 0 ? startShiftMs(channel.kind, Date.now(), draw()) : 0;
    if (shiftMs > 0) {
      await this.db.transaction((tx) =>
        setPace(tx, channel.id, { waitMs: shiftMs, rateRefusals: channel.rateRefusals }),
      );
      return false;
    }
    const attempt = await this.attempt(channel, due, signal);
    // Ended by ourselves: another worker, or the next start, makes the attempt.
    if (signal.aborted && attempt.result.outcome !== 'sent') return false;
    return this.db.transaction((tx) => this.note(tx, channel, due, attempt));
  }

  /** @returns the result, and how many requests it took at most: the pace counts each. */
  private async attempt(
    { kind, endpoint, configBox }: LeasedChannel,
    { message, event: { id, type, createdAt, data } }: DueDelivery,
    signal: AbortSignal,
  ): Promise<Attempt> {
    const config = await this.channels.open(configBox);
    if (config === undefined) return { result: UNREADABLE, requests: 0 };
    const event = { id: `evt_${String(id)}`, type, timestamp: createdAt, data };
    const sending = { endpoint, config, message, event };
    const world = { ...this.channels.allowance(), now: () => Date.now(), signal };
    return { result: await deliver({ kind, ...sending }, world), requests: countParts(kind, sending) };
  }

  private async note(
    tx: Transaction,
    channel: LeasedChannel,
    { id, attempts }: DueDelivery,
    { result, requests }: Attempt,
  ): Promise<boolean> {
    if (!(await holdChannel(tx, channel))) return false;
    const end = toEnd(channel, attempts, result);
    await storeAttempt(tx, id, end);
    if (
      end.state === 'disabled' ||
      (end.state === 'failed' && channel.kind === 'webhook' && result.outcome === 'retry')
    ) {
      await switchOff(tx, channel, result.reason);
      return false;
    }
    channel.rateRefusals = result.isRateRefusal === true ? channel.rateRefusals + 1 : 0;
    const waitMs = result.isRateRefusal === true ? (end.waitMs ?? 0) : requests * spacingMs(channel.kind);
    await setPace(tx, channel.id, { waitMs, rateRefusals: channel.rateRefusals });
    return waitMs === 0;
  }
}

/** What an attempt means for its delivery. */
function toEnd({ kind, rateRefusals }: LeasedChannel, attempts: number, result: DeliveryResult): AttemptEnd {
  const { outcome, status, reason, answer, retryAfterSeconds = 0, isRateRefusal = false } = result;
  const told = { status, reason, answer };
  if (outcome !== 'retry') return { ...told, state: outcome, waitMs: null, attempts: attempts + 1 };
  const askedMs = retryAfterSeconds * 1000;
  if (isRateRefusal) {
    const waitMs = Math.max(askedMs, refusalWaitSeconds(kind, rateRefusals + 1) * 1000);
    return { ...told, state: 'waiting', waitMs, attempts };
  }
  const laddered = retryWaitMs(kind, attempts + 1, draw());
  if (laddered === undefined) return { ...told, state: 'failed', waitMs: null, attempts: attempts + 1 };
  return { ...told, state: 'waiting', waitMs: Math.max(askedMs, laddered), attempts: attempts + 1 };
}

/** An address that is gone: nothing more is sent, and the owner hears of it on another channel. */
async function switchOff(tx: Transaction, { id, userId, name }: LeasedChannel, reason: string): Promise<void> {
  await updateChannel(tx, id, { enabled: false, disabledReason: reason });
  await endWaiting(tx, id, reason);
  await recordEvent(tx, { type: 'channel.disabled', data: { channelId: id, userId, name, reason } });
}

/** Time between two messages, so that no limit of the service is reached. */
function spacingMs(kind: ChannelKind): number {
  return Math.max(0, ...paceOf(kind).limits.map(({ messages, perMs }) => Math.ceil(perMs / messages)));
}

function draw(): number {
  return randomInt(1_000_000) / 1_000_000;
}
