import { Column, Entity, PrimaryColumn } from 'typeorm';
import { FaultRow } from './lane-rows';

/** How often a model gave no answer in a drain, for one reason. */
@Entity('ai_drain_fault')
export class AiDrainFault extends FaultRow {
  @PrimaryColumn({ type: 'bigint' })
  drainId!: number;

  /** Sessions that were filled, skipped or failed without this model because of it. */
  @Column({ type: 'integer', default: 0 })
  sessions!: number;
}
