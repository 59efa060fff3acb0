import type { Type } from '@nestjs/common';
import { getSchemaPath } from '@nestjs/swagger';
import type { DigestData, DigestFailure, EventData, EventSession, EventStock, EventType } from '#lib/events';
import type { CalendarDay } from '#lib/kernel';
import { ApiCount, ApiDay, ApiEnum, ApiId, ApiJson, ApiNumber, ApiObject, ApiText } from '../http';

/** What a class documents: the same fields, with lists that are not read-only. */
type Documented<Data> = {
  [Field in keyof Data]: Data[Field] extends readonly (infer Item)[] ? readonly Item[] : Data[Field];
};

const BY = ['person', 'ai'] as const;
const ENDED = ['completed', 'failed'] as const;
const BUDGETS = ['all', 'user'] as const;
const RECORDS = ['daily', 'weekly'] as const;

class StockOfEvent implements EventStock {
  @ApiText() code!: string;
  @ApiText({ nullable: true, description: 'Null for a code that the market data do not know' })
  stockName!: string | null;
}

class SessionOfEvent extends StockOfEvent implements EventSession {
  @ApiId() sessionId!: number;
}

class ScanHitOfEvent extends StockOfEvent {
  @ApiDay() entryDate!: CalendarDay;
}

class ScanCompletedData implements Documented<EventData['scan.completed']> {
  @ApiId() scanId!: number;
  @ApiEnum(ENDED) status!: (typeof ENDED)[number];
  @ApiDay() startDate!: CalendarDay;
  @ApiDay() endDate!: CalendarDay;
  @ApiCount() hits!: number;
  @ApiCount({ description: 'Sessions that it opened' }) created!: number;
  @ApiObject([ScanHitOfEvent], { description: 'The first ten hits by code' }) top!: ScanHitOfEvent[];
}

class ScreenHitOfEvent extends StockOfEvent {
  @ApiNumber() close!: number;
  @ApiNumber({ nullable: true }) pctChange!: number | null;
}

class ScreenMatchedData implements Documented<EventData['screen.matched']> {
  @ApiId() ruleId!: number;
  @ApiText() screen!: string;
  @ApiText() screenName!: string;
  @ApiDay() day!: CalendarDay;
  @ApiCount({ description: 'Hits of the day' }) matched!: number;
  @ApiCount({ description: 'Hits that were none on the complete day before' }) fresh!: number;
  @ApiObject([ScreenHitOfEvent], { description: 'The first of the new hits, best first' }) top!: ScreenHitOfEvent[];
}

class SessionPhaseChangedData extends SessionOfEvent implements Documented<EventData['session.phase_changed']> {
  @ApiText({ nullable: true }) from!: string | null;
  @ApiText({ nullable: true }) to!: string | null;
  @ApiEnum(BY) by!: (typeof BY)[number];
}

class SessionEventData extends SessionOfEvent implements Documented<EventData['session.event']> {
  @ApiEnum(RECORDS) record!: (typeof RECORDS)[number];
  @ApiDay() day!: CalendarDay;
  @ApiText({ isArray: true }) events!: string[];
  @ApiEnum(BY) by!: (typeof BY)[number];
}

class DueSessionOfEvent extends SessionOfEvent {
  @ApiDay() dueOn!: CalendarDay;
}

class SessionDueData implements Documented<EventData['session.due']> {
  @ApiDay() day!: CalendarDay;
  @ApiObject([DueSessionOfEvent]) sessions!: DueSessionOfEvent[];
}

class PriceCrossedData extends StockOfEvent implements Documented<EventData['price.crossed']> {
  @ApiId() ruleId!: number;
  @ApiDay() day!: CalendarDay;
  @ApiNumber({ description: 'Yuan as traded' }) close!: number;
  @ApiNumber({ nullable: true }) pctChange!: number | null;
}

class DrainEndedData implements Documented<EventData['drain.completed']> {
  @ApiId() drainId!: number;
  @ApiText() kind!: string;
  @ApiDay() tradeDay!: CalendarDay;
  @ApiCount() filled!: number;
  @ApiCount() skipped!: number;
  @ApiCount() failed!: number;
}

class MarketLateData implements Documented<EventData['market.late']> {
  @ApiDay() day!: CalendarDay;
  @ApiText() source!: string;
}

class MarketCompleteData implements Documented<EventData['market.complete']> {
  @ApiDay() day!: CalendarDay;
  @ApiCount({ description: 'Stocks that have a bar' }) bars!: number;
}

class StudyCompletedData implements Documented<EventData['study.completed']> {
  @ApiId() studyId!: number;
  @ApiText() screen!: string;
  @ApiEnum(ENDED) status!: (typeof ENDED)[number];
  @ApiDay() from!: CalendarDay;
  @ApiDay() to!: CalendarDay;
  @ApiCount() cases!: number;
}

class BackupFailedData implements Documented<EventData['backup.failed']> {
  @ApiDay() day!: CalendarDay;
  @ApiText() reason!: string;
}

class BudgetSpentData implements Documented<EventData['budget.spent']> {
  @ApiDay() day!: CalendarDay;
  @ApiEnum(BUDGETS, { description: 'user: the share of one user' }) budget!: (typeof BUDGETS)[number];
  @ApiId({ nullable: true }) userId!: number | null;
}

class ChannelDisabledData implements Documented<EventData['channel.disabled']> {
  @ApiId() channelId!: number;
  @ApiId() userId!: number;
  @ApiText() name!: string;
  @ApiText() reason!: string;
}

class DueList implements Documented<DigestData['due']> {
  @ApiCount() total!: number;
  @ApiCount({ description: 'Due on a day before' }) overdue!: number;
  @ApiObject([DueSessionOfEvent]) top!: DueSessionOfEvent[];
}

class DigestHit extends StockOfEvent {
  @ApiText() screenName!: string;
}

class DigestHits implements Documented<DigestData['hits']> {
  @ApiCount() total!: number;
  @ApiObject([DigestHit]) top!: DigestHit[];
}

class DigestScans implements Documented<DigestData['scans']> {
  @ApiCount() total!: number;
  @ApiObject([ScanCompletedData]) top!: ScanCompletedData[];
}

class DigestPhases implements Documented<DigestData['phases']> {
  @ApiCount() total!: number;
  @ApiObject([SessionPhaseChangedData]) top!: SessionPhaseChangedData[];
}

class DigestDrains implements Documented<DigestData['drains']> {
  @ApiCount() total!: number;
  @ApiObject([DrainEndedData]) top!: DrainEndedData[];
}

const FAILURES = {
  'drain.failed': DrainEndedData,
  'market.late': MarketLateData,
  'backup.failed': BackupFailedData,
  'budget.spent': BudgetSpentData,
} satisfies Record<DigestFailure['type'], Type>;

class DigestFailures implements Documented<DigestData['failures']> {
  @ApiCount() total!: number;
  @ApiJson(
    {},
    {
      type: 'array',
      items: {
        oneOf: Object.entries(FAILURES).map(([type, data]) => ({
          ...{ type: 'object', required: ['type', 'data'], additionalProperties: false },
          properties: { type: { type: 'string', enum: [type] }, data: { $ref: getSchemaPath(data) } },
        })),
      },
    },
  )
  top!: DigestFailure[];
}

class DigestMarket implements Documented<DigestData['market']> {
  @ApiDay({ nullable: true, description: 'The newest complete day' }) dataThrough!: CalendarDay | null;
  @ApiDay({ description: 'The day that should be complete' }) expected!: CalendarDay;
}

class DigestOfDayData implements Documented<DigestData> {
  @ApiId() ruleId!: number;
  @ApiId() userId!: number;
  @ApiDay() day!: CalendarDay;
  @ApiText({ description: 'What was told by then is in this digest or in one before; with microseconds' })
  through!: string;
  @ApiObject(DigestMarket) market!: DigestMarket;
  @ApiObject(DueList, { description: 'Open sessions whose review is due' }) due!: DueList;
  @ApiObject(DigestHits, { description: 'New hits of the rules on screens' }) hits!: DigestHits;
  @ApiObject(DigestScans) scans!: DigestScans;
  @ApiObject(DigestPhases) phases!: DigestPhases;
  @ApiObject(DigestDrains) drains!: DigestDrains;
  @ApiObject(DigestFailures) failures!: DigestFailures;
}

/** How the data of each type are documented. The compiler asks for a class that has the fields of the type. */
export const EVENT_DATA: { readonly [Name in EventType]: Type<Documented<EventData[Name]>> } = {
  'scan.completed': ScanCompletedData,
  'screen.matched': ScreenMatchedData,
  'session.phase_changed': SessionPhaseChangedData,
  'session.event': SessionEventData,
  'session.due': SessionDueData,
  'price.crossed': PriceCrossedData,
  'drain.completed': DrainEndedData,
  'drain.failed': DrainEndedData,
  'market.late': MarketLateData,
  'market.complete': MarketCompleteData,
  'study.completed': StudyCompletedData,
  'backup.failed': BackupFailedData,
  'budget.spent': BudgetSpentData,
  'digest.evening': DigestOfDayData,
  'digest.morning': DigestOfDayData,
  'channel.disabled': ChannelDisabledData,
};
