import { Injectable } from '@nestjs/common';
import { addDays, type CalendarDay, Clock } from '#lib/kernel';
import { marketNotices, type TradingCalendar, TradingCalendarService } from '#lib/market-data';
import { MarketCoverageService } from '#lib/market-sync';
import { argumentsOf, objectOf } from '../json-schema';
import type { ReplySchemas } from '../reply-schemas';
import { renderFacts } from '../text-table';
import type { ToolAnswer } from '../tool-answer';
import { AgentTool } from './agent-tool';
import { pick } from './pick';

const SHOWN = ['source', 'stocks', 'bars', 'from', 'to', 'latestCompleteDay', 'provisionalDay'] as const;

/** An exchange closes at 15:00, in UTC. */
const CLOSE_UTC = 'T07:00:00.000Z';

/** The data of an open day are due at 19:00 in Shanghai, in UTC. */
const DUE_UTC = 'T11:00:00.000Z';

/** The longest holidays, with weekends around, are shorter. */
const MOST_CLOSED_DAYS = 30;

@Injectable()
export class MarketStatusTool extends AgentTool {
  readonly name = 'market_status';
  readonly title = 'State of the market data';
  readonly description =
    'From when to when there are market data, whether they are fresh, their source, and when the exchanges close next. ' +
    'Ask it first: every figure of the other tools is as of these days. Days are of Asia/Shanghai, instants UTC.';
  readonly input = argumentsOf({});

  constructor(
    private readonly coverage: MarketCoverageService,
    private readonly calendars: TradingCalendarService,
    private readonly clock: Clock,
  ) {
    super();
  }

  output(replies: ReplySchemas) {
    const coverage = replies.get('MarketCoverageResponse', [...SHOWN, 'warnings']);
    return objectOf({
      ...coverage.properties,
      today: { type: 'string' },
      isOpenDay: { type: 'boolean', description: 'Whether the exchanges open today' },
      fresh: { type: 'boolean', description: 'The newest complete day is the last one whose data are due (19:00)' },
      nextClose: { type: 'string', description: 'Instant, UTC: 15:00 in Shanghai of the next open day' },
    });
  }

  async run(): Promise<ToolAnswer> {
    const [report, calendar] = await Promise.all([this.coverage.read(), this.calendars.current()]);
    const now = this.clock.now().toISOString();
    const today = this.clock.today();
    const due = findOpenDay(calendar, now >= `${today}${DUE_UTC}` ? today : addDays(today, -1), -1);
    const next = findOpenDay(calendar, now < `${today}${CLOSE_UTC}` ? today : addDays(today, 1), 1);
    const data = {
      ...pick(report, SHOWN),
      warnings: marketNotices(report.source),
      ...{ today, isOpenDay: calendar.isOpen(today) },
      fresh: report.latestCompleteDay !== null && report.latestCompleteDay >= due,
      nextClose: `${next}${CLOSE_UTC}`,
    };
    return { data, text: renderFacts({ ...data, warnings: data.warnings.join('; ') }), rows: 1 };
  }
}

/** The first open day from `day` on. @param step 1: forward, -1: back. */
function findOpenDay(calendar: TradingCalendar, day: CalendarDay, step: 1 | -1): CalendarDay {
  let found = day;
  for (let tries = 0; tries < MOST_CLOSED_DAYS && !calendar.isOpen(found); tries += 1) found = addDays(found, step);
  return found;
}
