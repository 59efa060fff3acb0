import { type BarMatrix, BarReader, type StockBars } from '#lib/bar-matrix/domain';
import type { FoundCandidate, ScreenNeeds } from '../domain/screen';
import { AMOUNT_DAYS, type FilterReason, findFilter } from '../domain/screen-filters';
import { findScreen } from '../find-screen';
import { FormulaScreen } from './formula-screen';
import type { FoundStock, ScreenRule, ScreenTask, TaskResult } from './screen-task';

const YI = 1e8;

/** A rule as the engine runs it. */
interface EngineRule {
  readonly needs: ScreenNeeds;
  readonly find: (bars: StockBars, from: number, found: FoundCandidate) => void;
}

/** The rule of a task. @throws where a screen of that id does not exist: tasks come from the service. */
export function prepareRule(rule: ScreenRule): EngineRule {
  if (rule.kind === 'formula') {
    const screen = new FormulaScreen(rule.formula);
    return { needs: { bars: screen.needsBars }, find: (bars, from, found) => screen.find(bars, from, found) };
  }
  const screen = findScreen(rule.id);
  if (screen === undefined) throw new Error(`no screen has the id ${rule.id}`);
  // The values were checked against the screen's parameters.
  const values = rule.parameters as never;
  return { needs: screen.needs(values), find: (bars, from, found) => screen.find(bars, from, values, found) };
}

/** Bars of a stock that a rule, and the filters, read. */
export function countBars({ bars }: ScreenNeeds): number | null {
  return bars === null ? null : Math.max(bars, AMOUNT_DAYS);
}

/** Evaluates the stocks of a task. */
export function runTask(task: Omit<ScreenTask, 'matrix'>, matrix: BarMatrix): TaskResult {
  const { filters, stocks } = task;
  const rule = prepareRule(task.rule);
  const reader = new BarReader(matrix);
  const found: FoundStock[] = [];
  const leftOut: Partial<Record<FilterReason, number>> = {};
  let evaluated = 0;
  for (let dayNo = task.dayNo - task.daysBefore; dayNo <= task.dayNo; dayNo += 1) {
    for (let stockNo = stocks.from; stockNo < stocks.to; stockNo += 1) {
      const bars = reader.read(stockNo, dayNo, countBars(rule.needs), rule.needs.withinDays);
      if (bars === undefined) continue;
      const last = bars.count - 1;
      const reason = findFilter(bars, last, filters);
      if (dayNo === task.dayNo) {
        if (reason === undefined) evaluated += 1;
        else leftOut[reason] = (leftOut[reason] ?? 0) + 1;
      }
      if (reason !== undefined) continue;
      rule.find(bars, last, (at, candidate) => {
        found.push({ ...candidate, ...describe(bars, at), code: bars.code, dayNo: bars.day[at] ?? dayNo });
      });
    }
  }
  return { evaluated, leftOut, found };
}

function describe(bars: StockBars, at: number): Omit<FoundStock, 'code' | 'score' | 'evidence' | 'dayNo'> {
  return {
    stockName: bars.name,
    close: bars.tradedClose[at] ?? NaN,
    pctChange: known(bars.pct[at]),
    circulatingMarketCapYi: known((bars.floatCap[at] ?? NaN) / YI),
  };
}

function known(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}
