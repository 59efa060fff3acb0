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
import { RecordEvidenceReply } from './record-evidence.replies';

const day = { type: 'string', format: 'date', example: '2025-12-19' } as const;
const instant = { type: 'string', format: 'date-time' } as const;
const id = { type: 'integer' } as const;
const phase = { type: 'string' as const, enum: [...PRIMARY_PHASES] };

class ManualRemarkReply {
  @ApiProperty(instant) at!: string;
  @ApiProperty(id) userId!: number;
  @ApiProperty({ type: 'string', nullable: true, description: 'Null: the note was cleared' }) note!: string | null;
}

class RecordReply {
  @ApiProperty(id) id!: number;
  @ApiProperty(id) sessionId!: number;
  @ApiProperty({ type: 'string', nullable: true, enum: [...SUPPLY_DEMAND, null] }) supplyDemand!: string | null;
  @ApiProperty({ type: 'string', nullable: true, enum: [...ALIGN_FLAGS, null] }) alignFlag!: string | null;
  @ApiProperty({ type: 'string', nullable: true, enum: [...PRIMARY_PHASES, null] }) primaryPhaseHint!: string | null;
  @ApiProperty({ type: 'array', items: { type: 'string', enum: [...SUB_TAGS] } }) cycleSubTags!: string[];
  @ApiProperty({ type: 'array', items: { type: 'string', enum: [...CYCLE_EVENT_NAMES] } }) cycleEvents!: string[];
  @ApiProperty({ type: 'string', nullable: true }) evidenceNote!: string | null;
  @ApiProperty({ type: [ManualRemarkReply], description: 'Every note that people wrote here, oldest first' })
  manualRemarkHistory!: ManualRemark[];
  @ApiProperty({ type: 'string', enum: ['manual', 'ai'] }) origin!: string;
  @ApiProperty({ ...id, nullable: true }) aiRunId!: number | null;
  @ApiProperty({ ...day, nullable: true, description: 'The last bar that the AI had seen' })
  dataThrough!: string | null;
  @ApiProperty({
    type: RecordEvidenceReply,
    nullable: true,
    description: 'Of an AI fill; null once a person writes the record or changes its events or phase',
  })
  evidence!: RecordEvidence | null;
  @ApiProperty({ type: 'boolean', description: "The session's newest record of its kind" }) isLatest!: boolean;
  @ApiProperty({ type: 'integer', description: 'Counts the changes; in quotes it is the ETag' }) version!: number;
  @ApiProperty(instant) createdAt!: string;
  @ApiProperty(instant) updatedAt!: string;
}

export class DailyRecordReply extends RecordReply {
  @ApiProperty(day) tradeDate!: string;
}

export class WeeklyRecordReply extends RecordReply {
  @ApiProperty(day) weekEndDate!: string;
}

export class SessionPhaseSyncReply {
  @ApiProperty({ type: 'boolean' }) changed!: boolean;
  @ApiProperty({ type: 'string', enum: ['manual_phase'], required: false }) blocked?: string;
  @ApiProperty({ type: 'string', nullable: true, enum: [...PRIMARY_PHASES, null] }) from!: string | null;
  @ApiProperty(phase) to!: string;
  @ApiProperty({ ...id, description: 'The weekly record that the phase follows' }) weeklyId!: number;
}

export class FiredRuleReply {
  @ApiProperty({ type: 'string', enum: [...AUTO_CLOSE_RULES] }) rule!: string;
  @ApiProperty({ type: 'string' }) detail!: string;
  @ApiProperty(day) tradeDate!: string;
}

/** Says that a session has run its course. */
export class CycleAutoCloseReply {
  @ApiProperty({ type: 'boolean', enum: [true] }) shouldClose!: true;
  @ApiProperty({ type: 'boolean', description: 'The session was closed because of it' }) applied!: boolean;
  @ApiProperty({ type: [FiredRuleReply] }) rules!: FiredRuleReply[];
}

class EffectsReply {
  @ApiProperty({ type: SessionPhaseSyncReply, required: false, description: 'Weekly writes, when there is news' })
  sessionPhaseSync?: SessionPhaseSyncReply;
  @ApiProperty({ type: CycleAutoCloseReply, required: false, description: 'When a rule fires' })
  cycleAutoClose?: CycleAutoCloseReply;
}

export class DailyWrittenReply extends EffectsReply {
  @ApiProperty({ type: DailyRecordReply }) daily!: DailyRecordReply;
}

export class WeeklyWrittenReply extends EffectsReply {
  @ApiProperty({ type: WeeklyRecordReply }) weekly!: WeeklyRecordReply;
}

export class RecordDeletedReply extends EffectsReply {
  @ApiProperty(id) id!: number;
  @ApiProperty({ type: 'boolean', enum: [true] }) deleted!: true;
}
