import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { AuditCheck } from '../domain/audit-check';

/** A stored report of the self-audit. */
@Entity('audit_report')
export class StoredAuditReport {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  /** By the business clock. */
  @Column({ type: 'timestamptz' })
  checkedAt!: Date;

  @Column({ type: 'jsonb' })
  checks!: AuditCheck[];

  /** Of all checks. */
  @Column({ type: 'integer' })
  differences!: number;
}
