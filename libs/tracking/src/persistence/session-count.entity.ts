import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { SessionState } from '../domain/session-state';

/** An entry of the ledger of sessions that are not deleted: the sum of a status is how many have it. Triggers write it. */
@Entity('session_count')
export class SessionCount {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'text', collation: 'C' })
  status!: SessionState['status'];

  @Column({ type: 'bigint' })
  delta!: number;
}
