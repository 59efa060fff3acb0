import { type BarMatrix, BarReader, type StockBars } from '#lib/bar-matrix/domain';
import type { Candidate, FoundCandidate, ScreenNeeds, StockInputs } from '../domain/screen';
import { AMOUNT_DAYS, type FilterReason, findFilter } from '../domain/screen-filters';
import { findScreen } from '../find-screen';
import { FormulaScreen } from './formula-screen';
import { MarketCompanies } from './market-companies';
import { MarketFlow } from './market-flow';
import type { FoundStock, ScreenRule, ScreenTask, SweepResult, TaskResult } from './screen-task';

const YI = 1e8;

/** A rule as the engine runs it. */
interface EngineRule {
  readonly needs: ScreenNeeds;
  /** @returns false where it needs more bars than `needs` says; `isAll`: there are none. */
  readonly find: (
    bars: StockBars,
    from: number,
    found: FoundCandidate,
    given: { inputs: StockInputs | undefined; isAll: boolean },
  ) => boolean;
}

/** Bars of a stock that a rule, and the filters, read. */
export function countBars({ bars }: ScreenNeeds): number | null {
  return bars === null ? null : Math.max(bars, AMOUNT_DAYS);
}

type Task = Omit<ScreenTask, 'matrix'>;

/** A task took longer than it may. */
export class RunTooLong extends Error {}

/** Evaluates the stocks of a task, with what the rows of hits show. @throws RunTooLong after `longestMs`. */
export function runTask(task: Task, matrix: BarMatrix): TaskResult {
  const found: FoundStock[] = [];
  const run = new TaskRun(task, matrix, (bars, at, hit) => {
    found.push({
      ...hit,
      code: bars.code,
      stockName: bars.name,
      dayNo: bars.day[at] ?? task.dayNo,
      close: bars.tradedClose[at] ?? NaN,
      pctChange: known(bars.pct[at]),
      circulatingMarketCapYi: known((bars.floatCap[at] ?? NaN) / YI),
    });
  });
  run.run();
  const { evaluated, leftOut } = run;
  return { evaluated, leftOut, found };
}

/**
 * Evaluates the stocks of a task, and says only which of them are hits on which days: there may be hundreds of thousands.
 * @throws RunTooLong after `longestMs`.
 */
export function sweepTask(task: Task, matrix: BarMatrix): SweepResult {
  const [stockNos, dayNos]: [number[], number[]] = [[], []];
  const [scores, tieBreaks]: [number[], number[]] = [[], []];
  const run = new TaskRun(task, matrix, (bars, at, { score, tieBreak = 0 }, stockNo) => {
    tieBreaks.push(tieBreak);
    stockNos.push(stockNo);
    dayNos.push(bars.day[at] ?? task.dayNo);
    scores.push(score);
  });
  run.run();
  return {
    stockNos: Int32Array.from(stockNos),
    dayNos: Int32Array.from(dayNos),
    scores: Float64Array.from(scores),
    tieBreaks: Float64Array.from(tieBreaks),
  };
}

type Add = (bars: StockBars, at: number, hit: Omit<Candidate, 'code'>, stockNo: number) => void;

class TaskRun {
  private readonly rule: EngineRule;
  private readonly reader: BarReader;
  readonly leftOut: Partial<Record<FilterReason, number>> = {};
  evaluated = 0;
  private readonly flow: MarketFlow | undefined;
  private readonly companies: MarketCompanies | undefined;

  constructor(
    private readonly task: Task,
    matrix: BarMatrix,
    private readonly add: Add,
  ) {
    this.rule = prepareRule(task.rule);
    this.reader = new BarReader(matrix);
    this.flow = task.flow === undefined ? undefined : new MarketFlow(task.flow);
    this.companies = task.companies === undefined ? undefined : new MarketCompanies(task.companies);
  }

  run(): void {
    const { dayNo, daysBefore, stocks, longestMs } = this.task;
    const started = performance.now();
    for (const stockNo of 'from' in stocks ? countUp(stocks) : stocks) {
      if (performance.now() - started > longestMs) throw new RunTooLong();
      if (daysBefore === 0) this.evaluateDay(stockNo, dayNo);
      else if ((this.rule.needs.withinDays ?? 1) === 1) this.evaluateSpan(stockNo);
      // What a stock shows days after its last bar is judged day by day.
      else for (let day = dayNo - daysBefore; day <= dayNo; day += 1) this.evaluateDay(stockNo, day);
    }
  }

  /** The filters come first: they leave out many stocks, and cost less than most rules. */
  private evaluateDay(stockNo: number, dayNo: number): void {
    const { needs } = this.rule;
    const bars = this.reader.read(stockNo, dayNo, countBars(needs), needs.withinDays);
    if (bars === undefined) return;
    const last = bars.count - 1;
    const reason = findFilter(bars, last, this.task.filters) ?? this.findLack(bars, last, stockNo);
    if (dayNo === this.task.dayNo) this.count(reason);
    if (reason !== undefined) return;
    this.find({ stockNo, dayNo, bars, wanted: 1 }, (read, at, hit) => this.add(read, at, hit, stockNo));
  }

  /** Each day as a run of that day would see it, the rule over many days at once. */
  private evaluateSpan(stockNo: number): void {
    const { dayNo, daysBefore, filters } = this.task;
    const needed = countBars(this.rule.needs);
    for (const segment of this.reader.segments(stockNo, dayNo - daysBefore, dayNo)) {
      const bars = this.reader.read(stockNo, segment.dayNo, needed === null ? null : needed + segment.bars - 1);
      if (bars === undefined) continue;
      if (segment.dayNo === dayNo) this.count(findFilter(bars, bars.count - 1, filters));
      this.find({ stockNo, dayNo: segment.dayNo, bars, wanted: segment.bars }, (read, at, hit) => {
        if (findFilter(read, at, filters) === undefined) this.add(read, at, hit, stockNo);
      });
    }
  }

  /** Asks the rule about the newest bars of a stock, once more with all of them where it needs those. */
  private find(
    { stockNo, dayNo, bars, wanted }: { stockNo: number; dayNo: number; bars: StockBars; wanted: number },
    found: (bars: StockBars, at: number, hit: Omit<Candidate, 'code'>) => void,
  ): void {
    const inputs = this.inputsOf(stockNo);
    const { needs } = this.rule;
    const ask = (read: StockBars, isAll: boolean) =>
      this.rule.find(read, read.count - wanted, (at, hit) => found(read, at, hit), { inputs, isAll });
    if (ask(bars, needs.bars === null || bars.isWhole)) return;
    const all = this.reader.read(stockNo, dayNo, null, needs.withinDays);
    if (all !== undefined) ask(all, true);
  }

  private findLack(bars: StockBars, at: number, stockNo: number): FilterReason | undefined {
    const { requiresCap = false, reports = false } = this.rule.needs;
    if (requiresCap && Number.isNaN(bars.floatCap[at] ?? NaN)) return 'no_cap';
    const hasReports = this.companies?.of(stockNo).on(bars.day[at] ?? -1) !== undefined;
    return reports && !hasReports ? 'no_reports' : undefined;
  }

  private inputsOf(stockNo: number): StockInputs | undefined {
    if (this.flow === undefined && this.companies === undefined) return undefined;
    return { flow: this.flow?.of(stockNo), companies: this.companies?.of(stockNo) };
  }

  private count(reason: FilterReason | undefined): void {
    if (reason === undefined) this.evaluated += 1;
    else this.leftOut[reason] = (this.leftOut[reason] ?? 0) + 1;
  }
}

function* countUp({ from, to }: { readonly from: number; readonly to: number }): Generator<number> {
  for (let number = from; number < to; number += 1) yield number;
}

/** The rule of a task. @throws where a screen of that id does not exist: tasks come from the service. */
function prepareRule(rule: ScreenRule): EngineRule {
  if (rule.kind === 'formula') {
    const screen = new FormulaScreen(rule.formula);
    return {
      needs: { bars: screen.needsBars },
      find: (bars, from, found, { isAll }) => screen.find(bars, from, found, isAll),
    };
  }
  const screen = findScreen(rule.id);
  if (screen === undefined) throw new Error(`no screen has the id ${rule.id}`);
  // The values were checked against the screen's parameters.
  const values = rule.parameters as never;
  return {
    needs: screen.needs(values),
    find(bars, from, found, { inputs }) {
      screen.find(bars, from, values, found, inputs);
      return true;
    },
  };
}

function known(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}
