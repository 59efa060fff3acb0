import { Injectable } from '@nestjs/common';
import { JudgedSessionsService } from '#lib/ai';
import { marketNotices } from '#lib/market-data';
import type { DailyRecordView, WeeklyRecordView } from '#lib/tracking';
import { argumentsOf, type JsonSchema, objectOf, WARNINGS } from '../json-schema';
import type { ReplySchemas } from '../reply-schemas';
import { renderFacts, renderTable, rounded } from '../text-table';
import type { ToolAnswer } from '../tool-answer';
import { AgentTool } from './agent-tool';
import { FindSession, SESSION_OR_CODE, type SessionArguments } from './find-session';
import { pick } from './pick';

const SHOWN = [
  ...(['id', 'code', 'stockName', 'entryDate', 'status', 'currentPrimaryPhase', 'aiConsensus'] as const),
  ...(['aiConsensusAt', 'latestClose', 'latestTradeDate', 'closeVsEntryPct'] as const),
] as const;

/** Records whose events are shown. */
const MOST_EVENTS = 20;

const MOST_JUDGEMENTS = 5;

@Injectable()
export class GetWyckoffAnalysisTool extends AgentTool<SessionArguments> {
  readonly name = 'get_wyckoff_analysis';
  readonly title = 'Wyckoff reading of a session';
  readonly description =
    'How the bars of a tracked stock read by Wyckoff: phase, the evidence of the newest AI record (events, trading ranges, ' +
    'what would end the reading), the events of its records, and judgements of models with how they turned out. Prices of ' +
    'evidence in yuan, forward-adjusted as of its `asOf`. A description of the past by rules, not advice.';
  readonly input = argumentsOf(SESSION_OR_CODE);

  constructor(
    private readonly find: FindSession,
    private readonly judged: JudgedSessionsService,
  ) {
    super();
  }

  output(replies: ReplySchemas) {
    return objectOf({
      session: replies.get('SessionResponse', SHOWN),
      daily: orNull(describeReading(replies, 'DailyRecordResponse', 'tradeDate')),
      weekly: orNull(describeReading(replies, 'WeeklyRecordResponse', 'weekEndDate')),
      events: {
        type: 'array',
        items: objectOf({ day: { type: 'string' }, events: { type: 'array', items: { type: 'string' } } }),
        description: 'Of daily records, newest first',
      },
      aiJudgements: { type: 'array', items: replies.get('SessionJudgementResponse') },
      warnings: WARNINGS,
    });
  }

  async run(given: SessionArguments): Promise<ToolAnswer> {
    const id = await this.find.find(given);
    const { session, dailyRows, weeklyRows, aiJudgements, marketSource } = await this.judged.get(id);
    const daily = findReading(dailyRows);
    const weekly = findReading(weeklyRows);
    const events = dailyRows
      .filter(({ cycleEvents }) => cycleEvents.length > 0)
      .slice(0, MOST_EVENTS)
      .map(({ tradeDate, cycleEvents }) => ({ day: tradeDate, events: cycleEvents }));
    const data = {
      session: pick(session, SHOWN),
      daily: daily === undefined ? null : { tradeDate: daily.tradeDate, ...readingOf(daily) },
      weekly: weekly === undefined ? null : { weekEndDate: weekly.weekEndDate, ...readingOf(weekly) },
      events,
      aiJudgements: aiJudgements.slice(0, MOST_JUDGEMENTS),
      warnings: marketNotices(marketSource),
    };
    const evidence = daily?.evidence;
    const text = [
      renderFacts({
        stock: `${session.code} ${session.stockName ?? ''}`,
        phase: session.currentPrimaryPhase,
        consensus: session.aiConsensus,
        'close 元': rounded(session.latestClose),
        'reading of': daily?.tradeDate,
        why: evidence?.phase.reason,
        'ends below or above 元': rounded(evidence?.invalidation?.price),
        'next look': evidence?.nextLook,
      }),
      renderTable(events, [
        { title: 'day', cell: ({ day }) => day },
        { title: 'events', cell: (row) => row.events.join(' ') },
      ]),
    ].join('\n\n');
    return { data, text, rows: 1 + events.length };
  }
}

const READING = [
  'primaryPhaseHint',
  'supplyDemand',
  'cycleEvents',
  'cycleSubTags',
  'origin',
  'dataThrough',
  'evidence',
] as const;

type AnyRecord = DailyRecordView | WeeklyRecordView;

/** The newest record with evidence, else the newest. */
function findReading<Row extends AnyRecord>(rows: readonly Row[]): Row | undefined {
  return rows.find(({ evidence }) => evidence !== null) ?? rows[0];
}

function readingOf(record: AnyRecord): Pick<AnyRecord, (typeof READING)[number]> {
  return pick(record, READING);
}

function describeReading(replies: ReplySchemas, name: string, day: string): JsonSchema {
  return replies.get(name, [day, ...READING]);
}

function orNull(schema: JsonSchema): JsonSchema {
  return { ...schema, type: ['object', 'null'] };
}
