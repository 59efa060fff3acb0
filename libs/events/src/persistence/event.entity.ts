import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { EventType } from '../domain/event-data';

/** A fact, written in the transaction that made it; told to whoever asked for it. */
@Entity('event')
export class StoredEvent {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'text' })
  type!: EventType;

  /** Unique within the type; null where the transaction of the fact is enough. */
  @Column({ type: 'text', nullable: true })
  key!: string | null;

  /** Work of which this is one fact of many: they are told together. */
  @Column({ type: 'text', nullable: true })
  run!: string | null;

  @Column({ type: 'jsonb' })
  data!: Readonly<Record<string, unknown>>;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  /** When its deliveries were written, if there are any; null: not yet. */
  @Column({ type: 'timestamptz', nullable: true })
  toldAt!: Date | null;
}
