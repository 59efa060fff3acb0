import { Entity, PrimaryColumn } from 'typeorm';
import { LaneRow } from './lane-rows';

/** A lane of a drain. */
@Entity('ai_drain_lane')
export class AiDrainLane extends LaneRow {
  @PrimaryColumn({ type: 'bigint' })
  drainId!: number;
}
