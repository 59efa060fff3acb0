import type { CalendarDay } from '#lib/kernel';
import {
  CYCLE_EVENT_NAMES,
  type CycleEvent,
  type EvidencedEvent,
  type EvidencedPhase,
  type EvidencedRange,
  type Invalidation,
  RANGE_ORIGINS,
  RANGE_PHASES,
  RANGE_SIDES,
  type RangePhase,
  type RecordEvidence,
} from '#lib/tracking';
import { ApiDay, ApiEnum, ApiJson, ApiNumber, ApiObject, ApiText } from '../http';

class EvidencedEventResponse implements EvidencedEvent {
  @ApiEnum(CYCLE_EVENT_NAMES) event!: CycleEvent;
  @ApiDay() recognisedOn!: CalendarDay;
  @ApiDay({ description: 'At or before `recognisedOn`' }) happenedOn!: CalendarDay;
  @ApiNumber({ description: 'The extreme that the event is about, else the close of that day' }) price!: number;
  @ApiText({ nullable: true, description: 'One of `ranges`' }) rangeId!: string | null;
  @ApiJson(
    { description: 'By name, such as `rv`, `clv`, `trAtr`, `depthAtr`' },
    { type: 'object', additionalProperties: { type: 'number' } },
  )
  figures!: Record<string, number>;
}

class EvidencedRangeResponse implements EvidencedRange {
  @ApiText() id!: string;
  @ApiDay() from!: CalendarDay;
  @ApiDay({ nullable: true, description: 'Null while it lasts' }) to!: CalendarDay | null;
  @ApiNumber() support!: number;
  @ApiNumber() resistance!: number;
  @ApiEnum(RANGE_SIDES) side!: EvidencedRange['side'];
  @ApiEnum(RANGE_ORIGINS) origin!: EvidencedRange['origin'];
}

class EvidencedPhaseResponse implements EvidencedPhase {
  @ApiDay() since!: CalendarDay;
  @ApiEnum(RANGE_PHASES, { nullable: true }) letter!: RangePhase | null;
  @ApiText() reason!: string;
}

class InvalidationResponse implements Invalidation {
  @ApiText() rule!: string;
  @ApiNumber() price!: number;
}

/** What a record of an AI fill rests on. */
export class RecordEvidenceResponse implements RecordEvidence {
  @ApiText({ example: 'rules-v2', description: 'The rules that read the bars' }) version!: string;
  @ApiDay({ description: 'Prices are forward-adjusted as of this day' }) asOf!: CalendarDay;
  @ApiObject([EvidencedEventResponse]) events!: readonly EvidencedEvent[];
  @ApiObject([EvidencedRangeResponse]) ranges!: readonly EvidencedRange[];
  @ApiObject(EvidencedPhaseResponse) phase!: EvidencedPhaseResponse;
  @ApiObject(InvalidationResponse, { nullable: true, description: 'What would end the reading of the phase' })
  invalidation!: InvalidationResponse | null;
  @ApiText({ nullable: true, description: 'What would confirm it next' }) nextLook!: string | null;
}
