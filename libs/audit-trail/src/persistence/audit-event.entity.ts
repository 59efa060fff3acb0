import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { Act, Actor, AuditAction } from '../domain/audit-event';

/** An act of a person. Written once, never changed; it outlives the user, so it refers to none. */
@Entity('audit_event')
export class AuditEvent {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  at!: Date;

  @Column({ type: 'text' })
  actorKind!: Actor['kind'];

  /** The user behind a login or a key. */
  @Column({ type: 'bigint', nullable: true })
  actorId!: number | null;

  /** The user's name at the time. */
  @Column({ type: 'text', nullable: true })
  actorName!: string | null;

  /** The readable part of the key, `sck_<key id>`. */
  @Column({ type: 'text', nullable: true })
  keyPrefix!: string | null;

  @Column({ type: 'text' })
  action!: AuditAction;

  @Column({ type: 'bigint', nullable: true })
  subjectId!: number | null;

  /** At most 300 characters. */
  @Column({ type: 'text', nullable: true })
  subject!: string | null;

  @Column({ type: 'jsonb', default: {} })
  details!: NonNullable<Act['details']>;
}
