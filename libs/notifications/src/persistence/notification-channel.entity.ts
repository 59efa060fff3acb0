import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { ChannelKind } from '../domain/channel-kind';

/** A service at which a user wants to be told. */
@Entity('notification_channel')
export class NotificationChannel {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'bigint' })
  userId!: number;

  /** Unique among the user's. */
  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  kind!: ChannelKind;

  /** The service's origin, or a webhook's whole address; null: the usual one. */
  @Column({ type: 'text', nullable: true })
  endpoint!: string | null;

  /** The settings as JSON, encrypted: tokens are among them. */
  @Column({ type: 'bytea' })
  configBox!: Buffer;

  @Column({ type: 'boolean', default: true })
  enabled!: boolean;

  /** Set where the service's answer switched it off, not a person. */
  @Column({ type: 'text', nullable: true })
  disabledReason!: string | null;

  /** Times in a row that the service refused for the rate. */
  @Column({ type: 'integer', default: 0 })
  rateRefusals!: number;

  /** Nothing is sent before. */
  @Column({ type: 'timestamptz', nullable: true })
  freeAt!: Date | null;

  /** Of the worker that sends to it; one does at a time. */
  @Column({ type: 'uuid', nullable: true })
  leaseToken!: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  leaseUntil!: Date | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  updatedAt!: Date;
}
