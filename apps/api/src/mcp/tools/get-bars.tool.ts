import { Injectable } from '@nestjs/common';
import { AppError } from '#lib/kernel';
import { type Adjustment, ADJUSTMENTS, type BarPeriod, StockChartsService } from '#lib/market-data';
import { HeavyReads } from '../../http/limits/heavy-reads';
import { argumentsOf, objectOf, TEXT_OR_NULL } from '../json-schema';
import type { ReplySchemas } from '../reply-schemas';
import { renderTable, rounded } from '../text-table';
import { LONGEST_ANSWER, type ToolAnswer } from '../tool-answer';
import { AgentTool, type ToolCall } from './agent-tool';
import { pick } from './pick';
import { CODE, dayOf, readDay } from './tool-arguments';

const PERIODS = { d: 'day', w: 'week', m: 'month' } as const satisfies Record<string, BarPeriod>;

const DEFAULT_BARS = 60;
const MOST_BARS = 250;

/** What a read without a first day goes through, about. */
const READ_BARS = 1250;

const SHOWN = ['tradeDate', 'open', 'high', 'low', 'close', 'volume', 'amount', 'turnoverPct'] as const;
const CHART = [
  'code',
  'formerCode',
  'stockName',
  'period',
  'adjust',
  'basis',
  'marketDataThrough',
  'marketSource',
] as const;

interface Given {
  readonly code: string;
  readonly freq?: keyof typeof PERIODS;
  readonly from?: string;
  readonly to?: string;
  readonly adjust?: Adjustment;
  readonly limit?: number;
}

@Injectable()
export class GetBarsTool extends AgentTool<Given> {
  readonly name = 'get_bars';
  readonly title = 'Bars of a stock';
  readonly description =
    'Daily, weekly or monthly bars of a stock, the newest last: prices in yuan, volume in shares, amount in yuan, ' +
    'turnover in percent of the circulating shares. adjust: none (as traded), qfq (forward, as of the last bar shown), ' +
    'hfq (backward, from the first stored bar). A provisional bar may still change. Days of Asia/Shanghai.';
  override readonly narrower = 'ask for a smaller limit';
  readonly input = argumentsOf(
    {
      code: CODE,
      freq: { type: 'string', enum: Object.keys(PERIODS), default: 'd', description: 'Day, week or month' },
      from: dayOf('First day'),
      to: dayOf('Last day; left out: the newest'),
      adjust: { type: 'string', enum: ADJUSTMENTS, default: 'none' },
      limit: {
        ...{ type: 'integer', minimum: 1, maximum: MOST_BARS, default: DEFAULT_BARS },
        description: 'The newest so many bars of the span',
      },
    },
    ['code'],
  );

  constructor(
    private readonly charts: StockChartsService,
    private readonly heavyReads: HeavyReads,
  ) {
    super();
  }

  output(replies: ReplySchemas) {
    const { properties } = replies.get('StockBarsResponse', [...CHART, 'warnings']);
    return objectOf({
      ...properties,
      bars: { type: 'array', items: replies.get('ChartBarResponse', SHOWN), description: 'Oldest first' },
      provisionalDay: { ...TEXT_OR_NULL, description: 'Of the newest bar, where it may still change' },
      omitted: { type: 'integer', description: 'Older bars of the span that are left out; ask with an earlier `to`' },
    });
  }

  async run(given: Given, { signal }: ToolCall): Promise<ToolAnswer> {
    const { code, freq = 'd', adjust = 'none', limit = DEFAULT_BARS } = given;
    const from = readDay('from', given.from);
    const to = readDay('to', given.to);
    if (from !== undefined && to !== undefined && from > to) {
      const message = `from ${from} is after to ${to}; swap them`;
      throw AppError.invalid(message, [{ field: 'from', message }]);
    }
    const span = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
    const chart = await this.heavyReads.run(
      READ_BARS,
      () => this.charts.chart(code, { period: PERIODS[freq], adjust, ...span }),
      () => signal.aborted,
    );
    const bars = newestThatFit(chart.bars.slice(-limit).map((bar) => pick(bar, SHOWN)));
    const newest = chart.bars.at(-1);
    const data = {
      ...pick(chart, CHART),
      ...{ warnings: chart.warnings, bars, omitted: chart.bars.length - bars.length },
      provisionalDay: newest?.isProvisional === true ? newest.tradeDate : null,
    };
    const table = renderTable(bars.toReversed(), [
      { title: 'day', cell: ({ tradeDate }) => tradeDate },
      { title: 'open 元', cell: ({ open }) => rounded(open) },
      { title: 'high', cell: ({ high }) => rounded(high) },
      { title: 'low', cell: ({ low }) => rounded(low) },
      { title: 'close', cell: ({ close }) => rounded(close) },
      { title: 'volume 股', cell: ({ volume }) => volume },
      { title: 'turnover %', cell: ({ turnoverPct }) => rounded(turnoverPct) },
    ]);
    const heading = `${chart.code} ${chart.stockName ?? ''}, ${chart.period}, adjust ${adjust}, newest first`;
    return { data, text: `${heading}\n${table}`, rows: bars.length };
  }
}

/** Room for the table, and for the fields other than the bars. */
const OTHER_CHARACTERS = 4500;

/** Adjusted prices have many digits: where they don't all fit, the oldest bars are omitted. */
function newestThatFit<Bar>(bars: readonly Bar[]): readonly Bar[] {
  let room = LONGEST_ANSWER - OTHER_CHARACTERS;
  const first = bars.findLastIndex((bar) => (room -= JSON.stringify(bar).length + 1) < 0);
  return bars.slice(first + 1);
}
