import { Injectable } from '@nestjs/common';
import { Database, notify } from '#lib/database';
import { AppError } from '#lib/kernel';
import type { DeliveryState } from './domain/delivery-state';
import { type DeliveryRow, requeueDelivery, selectDeliveries, selectDelivery } from './persistence/deliveries.query';
import { type EventRow, selectEvents } from './persistence/events.query';

/** Sent when a transaction with a delivery commits; a hint, which may be lost. */
export const DELIVERY_CHANNEL = 'delivery';

/** What was told, and how it went. */
@Injectable()
export class DeliveriesService {
  constructor(private readonly db: Database) {}

  /** Deliveries to a user's own channels, newest first. */
  list(
    userId: number,
    filter: { channelId: number | null; state: DeliveryState | null },
    page: { limit: number; offset: number },
  ): Promise<{ deliveries: DeliveryRow[]; total: number }> {
    return selectDeliveries(this.db, userId, filter, page);
  }

  /** Events that concern a user, newest first. @param type Of this type; null: of all. */
  listEvents(
    userId: number,
    type: string | null,
    page: { limit: number; offset: number },
  ): Promise<{ events: EventRow[]; total: number }> {
    return selectEvents(this.db, { userId, type }, page);
  }

  /** Sends a delivery again, from its first attempt on. @throws AppError `not_found`, `channel_disabled` (409). */
  async resend(userId: number, id: number): Promise<DeliveryRow> {
    await this.find(userId, id);
    await this.db.transaction(async (tx) => {
      if (!(await requeueDelivery(tx, id))) {
        throw AppError.conflict('channel_disabled', 'the channel is off; switch it on first');
      }
      await notify(tx, DELIVERY_CHANNEL, '');
    });
    return this.find(userId, id);
  }

  private async find(userId: number, id: number): Promise<DeliveryRow> {
    const delivery = await selectDelivery(this.db, userId, id);
    if (delivery === undefined) throw AppError.notFound(`delivery ${String(id)} does not exist`);
    return delivery;
  }
}
