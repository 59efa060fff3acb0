import { ApiProperty } from '@nestjs/swagger';
import {
  ALIGN_FLAGS,
  AUTO_CLOSE_RULES,
  CYCLE_EVENT_NAMES,
  type ManualRemark,
  PRIMARY_PHASES,
  type RecordEvidence,
  SUB_TAGS,
  SUPPLY_DEMAND,
} from '#lib/tracking';
import { RecordEvidenceResponse } from './record-evidence.responses';

const day = { type: 'string', format: 'date', example: '2025-12-19' } as const;
const instant = { type: 'string', format: 'date-time' } as const;
const id = { type: 'integer' } as const;
const phase = { type: 'string' as const, enum: [...PRIMARY_PHASES] };

class ManualRemarkResponse {
  @ApiProperty(instant) at!: string;
  @ApiProperty(id) userId!: number;
  @ApiProperty({ type: 'string', nullable: true, description: 'Null: the note was cleared' }) note!: string | null;
}

class RecordResponse {
  @ApiProperty(id) id!: number;
  @ApiProperty(id) sessionId!: number;
  @ApiProperty({ type: 'string', nullable: true, enum: [...SUPPLY_DEMAND, null] }) supplyDemand!: string | null;
  @ApiProperty({ type: 'string', nullable: true, enum: [...ALIGN_FLAGS, null] }) alignFlag!: string | null;
  @ApiProperty({ type: 'string', nullable: true, enum: [...PRIMARY_PHASES, null] }) primaryPhaseHint!: string | null;
  @ApiProperty({ type: 'array', items: { type: 'string', enum: [...SUB_TAGS] } }) cycleSubTags!: string[];
  @ApiProperty({ type: 'array', items: { type: 'string', enum: [...CYCLE_EVENT_NAMES] } }) cycleEvents!: string[];
  @ApiProperty({ type: 'string', nullable: true }) evidenceNote!: string | null;
  @ApiProperty({ type: [ManualRemarkResponse], description: 'Every note that people wrote here, oldest first' })
  manualRemarkHistory!: ManualRemark[];
  @ApiProperty({ type: 'string', enum: ['manual', 'ai'] }) origin!: string;
  @ApiProperty({ ...id, nullable: true }) aiRunId!: number | null;
  @ApiProperty({ ...day, nullable: true, description: 'The last bar that the AI had seen' })
  dataThrough!: string | null;
  @ApiProperty({
    type: RecordEvidenceResponse,
    nullable: true,
    description: 'Of an AI fill; null once a person writes the record or changes its events or phase',
  })
  evidence!: RecordEvidence | null;
  @ApiProperty({ type: 'boolean', description: "The session's newest record of its kind" }) isLatest!: boolean;
  @ApiProperty({ type: 'integer', description: 'Counts the changes; in quotes it is the ETag' }) version!: number;
  @ApiProperty(instant) createdAt!: string;
  @ApiProperty(instant) updatedAt!: string;
}

export class DailyRecordResponse extends RecordResponse {
  @ApiProperty(day) tradeDate!: string;
}

export class WeeklyRecordResponse extends RecordResponse {
  @ApiProperty(day) weekEndDate!: string;
}

export class SessionPhaseSyncResponse {
  @ApiProperty({ type: 'boolean' }) changed!: boolean;
  @ApiProperty({ type: 'string', enum: ['manual_phase'], required: false }) blocked?: string;
  @ApiProperty({ type: 'string', nullable: true, enum: [...PRIMARY_PHASES, null] }) from!: string | null;
  @ApiProperty(phase) to!: string;
  @ApiProperty({ ...id, description: 'The weekly record that the phase follows' }) weeklyId!: number;
}

export class FiredRuleResponse {
  @ApiProperty({ type: 'string', enum: [...AUTO_CLOSE_RULES] }) rule!: string;
  @ApiProperty({ type: 'string' }) detail!: string;
  @ApiProperty(day) tradeDate!: string;
}

/** Says that a session has run its course. */
export class CycleAutoCloseResponse {
  @ApiProperty({ type: 'boolean', enum: [true] }) shouldClose!: true;
  @ApiProperty({ type: 'boolean', description: 'The session was closed because of it' }) applied!: boolean;
  @ApiProperty({ type: [FiredRuleResponse] }) rules!: FiredRuleResponse[];
}

class EffectsResponse {
  @ApiProperty({ type: SessionPhaseSyncResponse, required: false, description: 'Weekly writes, when there is news' })
  sessionPhaseSync?: SessionPhaseSyncResponse;
  @ApiProperty({ type: CycleAutoCloseResponse, required: false, description: 'When a rule fires' })
  cycleAutoClose?: CycleAutoCloseResponse;
}

export class DailyWrittenResponse extends EffectsResponse {
  @ApiProperty({ type: DailyRecordResponse }) daily!: DailyRecordResponse;
}

export class WeeklyWrittenResponse extends EffectsResponse {
  @ApiProperty({ type: WeeklyRecordResponse }) weekly!: WeeklyRecordResponse;
}

export class RecordDeletedResponse extends EffectsResponse {
  @ApiProperty(id) id!: number;
  @ApiProperty({ type: 'boolean', enum: [true] }) deleted!: true;
}
