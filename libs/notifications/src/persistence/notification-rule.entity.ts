import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { RuleConditions } from '../domain/conditions';
import type { RuleEvent } from '../domain/rule-events';

/** What a user wants to be told of, and where. */
@Entity('notification_rule')
export class NotificationRule {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'bigint' })
  userId!: number;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  event!: RuleEvent;

  /** As the event has them. */
  @Column({ type: 'jsonb', default: {} })
  conditions!: RuleConditions;

  /** `22:00-07:30` in Asia/Shanghai: what happens then is told at its end. */
  @Column({ type: 'text', nullable: true })
  quietHours!: string | null;

  @Column({ type: 'boolean', default: true })
  enabled!: boolean;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  updatedAt!: Date;
}
