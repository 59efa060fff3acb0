import { Column, Entity, PrimaryColumn } from 'typeorm';
import { ItemRow } from './lane-rows';

/** A session that waited when a drain began. */
@Entity('ai_drain_session')
export class AiDrainSession extends ItemRow {
  @PrimaryColumn({ type: 'bigint' })
  drainId!: number;

  @Column({ type: 'bigint' })
  sessionId!: number;

  @Column({ type: 'text', default: 'pending' })
  status!: 'pending' | 'filled' | 'skipped' | 'failed';

  /** Records created, and overwritten. */
  @Column({ type: 'integer', default: 0 })
  generated!: number;

  @Column({ type: 'integer', default: 0 })
  overwritten!: number;
}
