import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  ALIGN_FLAGS,
  type AlignFlag,
  CYCLE_EVENT_NAMES,
  CYCLE_EVENTS,
  type CycleEvent,
  EVENT_SIDES,
  type EventSide,
  MAX_EVENTS,
  MAX_SUB_TAGS,
  PRIMARY_PHASES,
  type PrimaryPhase,
  RANGE_PHASES,
  type RangePhase,
  SUB_TAGS,
  type SubTag,
  SUPPLY_DEMAND,
  type SupplyDemand,
} from '#lib/tracking';
import { ApiEnum, ApiEnvelope, ApiInteger, ApiObject, ApiText, Public } from '../http';

class EventWordsResponse {
  @ApiEnum(CYCLE_EVENT_NAMES) abbr!: CycleEvent;
  @ApiText({ example: '恐慌抛售' }) zh!: string;
  @ApiText({ example: 'Selling climax' }) en!: string;
  @ApiEnum(EVENT_SIDES) side!: EventSide;
  @ApiEnum(RANGE_PHASES, { isArray: true, description: 'Phases of the range in which it usually happens' })
  usualPhases!: readonly RangePhase[];
}

class VocabularyResponse {
  @ApiObject([EventWordsResponse], { description: 'cycle_events' }) events!: readonly EventWordsResponse[];
  @ApiEnum(SUB_TAGS, { isArray: true, description: 'cycle_sub_tags' }) tags!: readonly SubTag[];
  @ApiEnum(SUPPLY_DEMAND, { isArray: true, description: 'supply_demand' }) supplyDemand!: readonly SupplyDemand[];
  @ApiEnum(ALIGN_FLAGS, { isArray: true, description: 'align_flag' }) alignFlags!: readonly AlignFlag[];
  @ApiEnum(PRIMARY_PHASES, { isArray: true, description: 'current_primary_phase, primary_phase_hint' })
  phases!: readonly PrimaryPhase[];
  @ApiInteger({ description: 'Most events a record may carry' }) maxEvents!: number;
  @ApiInteger({ description: 'Most tags a record may carry' }) maxTags!: number;
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
