import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { Message } from '../domain/message';
import type { DeliveryState } from '../domain/delivery-state';

/** A message on its way to a channel: one for each event and channel. */
@Entity('notification_delivery')
export class NotificationDelivery {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  /** The first event of the digest. */
  @Column({ type: 'bigint' })
  eventId!: number;

  @Column({ type: 'bigint' })
  channelId!: number;

  @Column({ type: 'jsonb' })
  message!: Message;

  @Column({ type: 'text', default: 'pending' })
  state!: DeliveryState;

  /** Refusals for the rate don't count. */
  @Column({ type: 'integer', default: 0 })
  attempts!: number;

  /** Null once it has ended. */
  @Column({ type: 'timestamptz', nullable: true })
  nextAttemptAt!: Date | null;

  /** HTTP status or SMTP code of the last answer. */
  @Column({ type: 'integer', nullable: true })
  lastStatus!: number | null;

  /** The last answer in our words. */
  @Column({ type: 'text', nullable: true })
  lastAnswer!: string | null;

  /** The service's own text, secrets masked; for administrators. */
  @Column({ type: 'text', nullable: true })
  serviceAnswer!: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  sentAt!: Date | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}
