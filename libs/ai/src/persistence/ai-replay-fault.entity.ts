import { Column, Entity, PrimaryColumn } from 'typeorm';
import { FaultRow } from './lane-rows';

/** How often a model gave no answer in a replay, for one reason. */
@Entity('ai_replay_fault')
export class AiReplayFault extends FaultRow {
  @PrimaryColumn({ type: 'bigint' })
  replayId!: number;

  /** Days of stocks that ended without this model because of it. */
  @Column({ type: 'integer', default: 0 })
  items!: number;
}
