import { Entity, PrimaryColumn } from 'typeorm';
import { LaneRow } from './lane-rows';

/** A lane of a replay. */
@Entity('ai_replay_lane')
export class AiReplayLane extends LaneRow {
  @PrimaryColumn({ type: 'bigint' })
  replayId!: number;
}
