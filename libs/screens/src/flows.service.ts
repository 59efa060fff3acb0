import { Injectable } from '@nestjs/common';
import type { BarMatrix } from '#lib/bar-matrix';
import { Database } from '#lib/database';
import { type MoneyFlow, MoneyFlowService, selectMoneyFlow } from '#lib/market-sync';
import type { ScreenNeeds } from './domain/screen';
import { FLOW_CLASSES, type FlowClass } from './domain/stock-flow';
import { MarketFlow, type SharedFlow } from './engine/market-flow';
import type { ScreenLack } from './screen-unavailable';

const COLUMNS: Readonly<Record<FlowClass, Exclude<keyof MoneyFlow, 'code' | 'tradeDate'>>> = {
  ...({ main: 'netMain', xl: 'netXl', l: 'netL', m: 'netM', s: 'netS' } as const),
};

/** Money flow for screens. */
@Injectable()
export class FlowsService {
  constructor(
    private readonly db: Database,
    private readonly flows: MoneyFlowService,
  ) {}

  /** Whether the market can serve screens that need its flow. */
  async has(): Promise<boolean> {
    return (await this.flows.find()) !== null;
  }

  /**
   * One vendor's flow of the days that a screen needs on a day.
   * @returns What is lacking, where a day of its window has none.
   */
  async read({ flow }: ScreenNeeds, matrix: BarMatrix, dayNo: number): Promise<SharedFlow | ScreenLack | undefined> {
    if (flow === undefined) return undefined;
    const stored = await this.flows.find();
    const firstDayNo = Math.max(0, dayNo - flow.days + 1);
    const days = matrix.facts.days.slice(firstDayNo, dayNo + 1);
    const [from, to] = [days[0], days.at(-1)];
    if (stored === null || from === undefined || to === undefined) return { lack: 'money_flow' };
    const rows = await selectMoneyFlow(this.db, stored.vendor, from, to);
    const told = new Set(rows.map(({ tradeDate }) => tradeDate));
    const missing = days.slice(-flow.window).filter((day) => !told.has(day));
    if (missing.length > 0) return { lack: 'money_flow_of_days', vendor: stored.vendor, days: missing };
    const shared = { vendor: stored.vendor, firstDayNo, days: days.length };
    return fill(MarketFlow.allocate(shared, matrix.facts.stocks.length), rows, matrix);
  }
}

function fill(shared: SharedFlow, rows: readonly MoneyFlow[], matrix: BarMatrix): SharedFlow {
  const flow = new MarketFlow(shared);
  for (const row of rows) {
    const stockNo = matrix.stockNoOf(row.code);
    const dayNo = matrix.dayNoOf(row.tradeDate);
    if (stockNo === undefined || dayNo === undefined) continue;
    flow.of(stockNo);
    for (const each of FLOW_CLASSES) flow.set(each, dayNo, row[COLUMNS[each]] ?? NaN);
  }
  return shared;
}
