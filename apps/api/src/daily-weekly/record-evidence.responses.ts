import { ApiProperty } from '@nestjs/swagger';
import { CYCLE_EVENT_NAMES, type EvidencedEvent, type EvidencedRange, RANGE_PHASES } from '#lib/tracking';

const day = { type: 'string', format: 'date', example: '2025-12-19' } as const;
const yuan = { type: 'number' } as const;

class EvidencedEventResponse {
  @ApiProperty({ type: 'string', enum: [...CYCLE_EVENT_NAMES] }) event!: string;
  @ApiProperty(day) recognisedOn!: string;
  @ApiProperty({ ...day, description: 'At or before `recognisedOn`' }) happenedOn!: string;
  @ApiProperty({ ...yuan, description: 'The extreme that the event is about, else the close of that day' })
  price!: number;
  @ApiProperty({ type: 'string', nullable: true, description: 'One of `ranges`' }) rangeId!: string | null;
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'number' },
    description: 'By name, such as `rv`, `clv`, `trAtr`, `depthAtr`',
  })
  figures!: Record<string, number>;
}

class EvidencedRangeResponse {
  @ApiProperty({ type: 'string' }) id!: string;
  @ApiProperty(day) from!: string;
  @ApiProperty({ ...day, nullable: true, description: 'Null while it lasts' }) to!: string | null;
  @ApiProperty(yuan) support!: number;
  @ApiProperty(yuan) resistance!: number;
  @ApiProperty({ type: 'string', enum: ['accumulation', 'distribution', 'both'] }) side!: string;
  @ApiProperty({ type: 'string', enum: ['climax', 'box'] }) origin!: string;
}

class EvidencedPhaseResponse {
  @ApiProperty(day) since!: string;
  @ApiProperty({ type: 'string', nullable: true, enum: [...RANGE_PHASES, null] }) letter!: string | null;
  @ApiProperty({ type: 'string' }) reason!: string;
}

class InvalidationResponse {
  @ApiProperty({ type: 'string' }) rule!: string;
  @ApiProperty(yuan) price!: number;
}

/** What a record of an AI fill rests on. */
export class RecordEvidenceResponse {
  @ApiProperty({ type: 'string', description: 'The rules that read the bars', example: 'rules-v2' }) version!: string;
  @ApiProperty({ ...day, description: 'Prices are forward-adjusted as of this day' }) asOf!: string;
  @ApiProperty({ type: [EvidencedEventResponse] }) events!: readonly EvidencedEvent[];
  @ApiProperty({ type: [EvidencedRangeResponse] }) ranges!: readonly EvidencedRange[];
  @ApiProperty({ type: EvidencedPhaseResponse }) phase!: EvidencedPhaseResponse;
  @ApiProperty({ type: InvalidationResponse, nullable: true, description: 'What would end the reading of the phase' })
  invalidation!: InvalidationResponse | null;
  @ApiProperty({ type: 'string', nullable: true, description: 'What would confirm it next' }) nextLook!: string | null;
}
