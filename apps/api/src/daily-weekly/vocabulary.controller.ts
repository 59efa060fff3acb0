import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import {
  ALIGN_FLAGS,
  CYCLE_EVENT_NAMES,
  CYCLE_EVENTS,
  EVENT_SIDES,
  MAX_EVENTS,
  MAX_SUB_TAGS,
  PRIMARY_PHASES,
  RANGE_PHASES,
  SUB_TAGS,
  SUPPLY_DEMAND,
} from '#lib/tracking';
import { ApiEnvelope, Public } from '../http';

const words = (values: readonly string[]) => ({
  type: 'array' as const,
  items: { type: 'string' as const, enum: [...values] },
});

class EventWordsResponse {
  @ApiProperty({ type: 'string', enum: [...CYCLE_EVENT_NAMES] }) abbr!: string;
  @ApiProperty({ type: 'string', example: '恐慌抛售' }) zh!: string;
  @ApiProperty({ type: 'string', example: 'Selling climax' }) en!: string;
  @ApiProperty({ type: 'string', enum: [...EVENT_SIDES] }) side!: string;
  @ApiProperty({ ...words(RANGE_PHASES), description: 'Phases of the range in which it usually happens' })
  usualPhases!: readonly string[];
}

class VocabularyResponse {
  @ApiProperty({ type: [EventWordsResponse], description: 'cycle_events' }) events!: readonly EventWordsResponse[];
  @ApiProperty({ ...words(SUB_TAGS), description: 'cycle_sub_tags' }) tags!: readonly string[];
  @ApiProperty({ ...words(SUPPLY_DEMAND), description: 'supply_demand' }) supplyDemand!: readonly string[];
  @ApiProperty({ ...words(ALIGN_FLAGS), description: 'align_flag' }) alignFlags!: readonly string[];
  @ApiProperty({ ...words(PRIMARY_PHASES), description: 'current_primary_phase, primary_phase_hint' })
  phases!: readonly string[];
  @ApiProperty({ type: 'integer', description: 'Most events a record may carry' }) maxEvents!: number;
  @ApiProperty({ type: 'integer', description: 'Most tags a record may carry' }) maxTags!: number;
}

@ApiTags('records')
@Controller('api/stock-cycle/vocabulary')
export class VocabularyController {
  @Get()
  @Public()
  @ApiOperation({ summary: 'The words that records may use, with the names of the events' })
  @ApiEnvelope(VocabularyResponse)
  get(): VocabularyResponse {
    return {
      events: CYCLE_EVENTS,
      tags: SUB_TAGS,
      supplyDemand: SUPPLY_DEMAND,
      alignFlags: ALIGN_FLAGS,
      phases: PRIMARY_PHASES,
      maxEvents: MAX_EVENTS,
      maxTags: MAX_SUB_TAGS,
    };
  }
}
