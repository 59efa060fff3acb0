import type { Type } from '@nestjs/common';
import type { EventData, EventSession, EventStock, EventType } from '#lib/events';
import type { CalendarDay } from '#lib/kernel';
import { ApiCount, ApiDay, ApiEnum, ApiId, ApiNumber, ApiObject, ApiText } from '../http';

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
  'channel.disabled': ChannelDisabledData,
};
