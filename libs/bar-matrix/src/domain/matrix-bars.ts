import { type CalendarDay, changePct } from '#lib/kernel';
import type { Board } from '#lib/market-data';
import { type DayFacts, findLimitDown, findLimitUp } from '#lib/market-data/domain';
import { PRICE_SCALE } from './bar-columns';
import type { BarMatrix } from './bar-matrix';
import type { BarSpan } from './bar-span';
import { findName, findReferenceClose, findTreatment, readDayFacts } from './day-facts';
import { fillFloatCaps } from './float-caps';
import type { MatrixStock } from './matrix-stock';
import type { Scratch } from './scratch';
import type { CopiedColumn, StockBars } from './stock-bars';

/** Computes a column into an array of `count` places. */
type Fill = (out: Float64Array) => void;

/** One stock's bars of a matrix. A column is computed when it is first read. */
export class MatrixBars implements StockBars {
  readonly code: string;
  readonly board: Board;
  readonly count: number;
  private readonly views: Partial<Record<'volume' | 'amount' | 'turnover' | 'totalCap', Float64Array>> = {};
  private days: Int32Array | undefined;
  private dates: CalendarDay[] | undefined;
  private openDays: Int32Array | undefined;
  private locks: Uint8Array | undefined;
  private treatments: Uint8Array | undefined;
  private ages: Int32Array | undefined;

  constructor(
    private readonly matrix: BarMatrix,
    private readonly scratch: Scratch,
    private readonly span: BarSpan,
  ) {
    this.code = span.stock.code;
    this.board = span.stock.board;
    this.count = span.count;
    scratch.next();
  }

  get origin(): object {
    return this.matrix;
  }

  get name(): string | null {
    const { stock, first, count } = this.span;
    return findName(stock, this.matrix.dateAt(first + count - 1)) ?? stock.name;
  }

  get isWhole(): boolean {
    return this.span.first === this.span.start && this.matrix.isWhole(this.span.stockNo);
  }

  get isOfFiles(): boolean {
    return this.matrix.facts.isOfFiles;
  }

  get idleDays(): number {
    const { first, count, dayNo } = this.span;
    return this.openDayNo(dayNo) - this.openDayNo(this.matrix.columns.day[first + count - 1] ?? 0);
  }

  get day(): Int32Array {
    return (this.days ??= this.readDay());
  }

  get date(): readonly CalendarDay[] {
    return (this.dates ??= Array.from({ length: this.count }, (_, i) => this.matrix.dateAt(this.span.first + i)));
  }

  get openDay(): Int32Array {
    return (this.openDays ??= this.readOpenDay());
  }

  get open(): Float64Array {
    return this.column('open', (out) => this.fillPrices(out, this.matrix.columns.open));
  }

  get high(): Float64Array {
    return this.column('high', (out) => this.fillPrices(out, this.matrix.columns.high));
  }

  get low(): Float64Array {
    return this.column('low', (out) => this.fillPrices(out, this.matrix.columns.low));
  }

  get close(): Float64Array {
    return this.column('close', (out) => this.fillPrices(out, this.matrix.columns.close));
  }

  get volume(): Float64Array {
    return this.column('volume', (out) => {
      out.set(this.tradedVolume);
      const { shareChanges } = this.span.stock;
      if (!this.hasFactors(shareChanges)) return;
      const multiplier = this.column('shareMultiplier', (products) => this.fillProducts(products, shareChanges));
      for (let i = 0; i < this.count; i += 1) out[i] = (out[i] ?? NaN) * (multiplier[i] ?? NaN);
    });
  }

  get tradedVolume(): Float64Array {
    return this.view('volume');
  }

  get amount(): Float64Array {
    return this.view('amount');
  }

  get tradedOpen(): Float64Array {
    return this.column('tradedOpen', (out) => this.fillScaled(out, this.matrix.columns.open, PRICE_SCALE));
  }

  get tradedHigh(): Float64Array {
    return this.column('tradedHigh', (out) => this.fillScaled(out, this.matrix.columns.high, PRICE_SCALE));
  }

  get tradedLow(): Float64Array {
    return this.column('tradedLow', (out) => this.fillScaled(out, this.matrix.columns.low, PRICE_SCALE));
  }

  get tradedClose(): Float64Array {
    return this.column('tradedClose', (out) => this.fillScaled(out, this.matrix.columns.close, PRICE_SCALE));
  }

  get referenceClose(): Float64Array {
    return this.column('referenceClose', (out) => {
      for (let i = 0; i < this.count; i += 1) out[i] = findReferenceClose(this.matrix, this.span, this.span.first + i);
    });
  }

  get pct(): Float64Array {
    return this.column('pct', (out) => {
      const [close, reference] = [this.tradedClose, this.referenceClose];
      for (let i = 0; i < this.count; i += 1) out[i] = changePct(reference[i] ?? NaN, close[i] ?? NaN);
    });
  }

  get turnover(): Float64Array {
    return this.view('turnover');
  }

  get floatCap(): Float64Array {
    return this.column('floatCap', (out) => fillFloatCaps(out, this.matrix, this.span));
  }

  get totalCap(): Float64Array {
    const { columns } = this.matrix;
    if (!columns.has.totalCaps) return this.column('totalCap', (out) => out.fill(NaN));
    return this.view('totalCap');
  }

  get limitUp(): Float64Array {
    return this.column('limitUp', (out) => this.fillLimits(out, findLimitUp));
  }

  get limitDown(): Float64Array {
    return this.column('limitDown', (out) => this.fillLimits(out, findLimitDown));
  }

  limitUpAt(at: number): number {
    return findLimitUp(this.board, this.factsAt(at)) ?? NaN;
  }

  limitDownAt(at: number): number {
    return findLimitDown(this.board, this.factsAt(at)) ?? NaN;
  }

  get locked(): Uint8Array {
    return (this.locks ??= this.readLocked());
  }

  get st(): Uint8Array {
    return (this.treatments ??= this.readSt());
  }

  get listDays(): Int32Array {
    return (this.ages ??= this.readListDays());
  }

  copyNewest(column: CopiedColumn, out: Float64Array): void {
    if (isPrice(column)) this.fillPrices(out, this.matrix.columns[column]);
    else out.set(this[column].subarray(this.count - out.length));
  }

  private readDay(): Int32Array {
    const { day } = this.matrix.columns;
    const days = new Int32Array(this.count);
    for (let i = 0; i < this.count; i += 1) days[i] = day[this.span.first + i] ?? 0;
    return days;
  }

  private readOpenDay(): Int32Array {
    const { day } = this;
    const first = this.openDayNo(0);
    const openDays = new Int32Array(this.count);
    for (let i = 0; i < this.count; i += 1) openDays[i] = this.openDayNo(day[i] ?? 0) - first;
    return openDays;
  }

  /** A column as it is stored. A view costs more than a few numbers of it, so there is one of each. */
  private view(column: 'volume' | 'amount' | 'turnover' | 'totalCap'): Float64Array {
    const { first } = this.span;
    return (this.views[column] ??= this.matrix.columns[column].subarray(first, first + this.count));
  }

  private readLocked(): Uint8Array {
    const { high, low } = this.matrix.columns;
    const { first } = this.span;
    const locked = new Uint8Array(this.count);
    for (let i = 0; i < this.count; i += 1) locked[i] = high[first + i] === low[first + i] ? 1 : 0;
    return locked;
  }

  private readSt(): Uint8Array {
    const treated = new Uint8Array(this.count);
    for (let i = 0; i < this.count; i += 1)
      treated[i] = findTreatment(this.matrix, this.span, this.span.first + i) === true ? 1 : 0;
    return treated;
  }

  private readListDays(): Int32Array {
    const listed = this.matrix.facts.listDayNos[this.span.stockNo] ?? NaN;
    const { day } = this;
    const ages = new Int32Array(this.count);
    for (let i = 0; i < this.count; i += 1) ages[i] = this.openDayNo(day[i] ?? 0) - listed + 1;
    return ages;
  }

  private openDayNo(dayNo: number): number {
    return this.matrix.facts.openDayNos[dayNo] ?? NaN;
  }

  private column(name: string, fill: Fill): Float64Array {
    return this.scratch.column(name, this.count, fill);
  }

  /** The newest values of a column. */
  private fillScaled(out: Float64Array, stored: Int32Array, scale: number): void {
    const first = this.span.first + this.count - out.length;
    for (let i = 0; i < out.length; i += 1) out[i] = (stored[first + i] ?? NaN) / scale;
  }

  /** The newest values of a column. */
  private fillPrices(out: Float64Array, stored: Int32Array): void {
    this.fillScaled(out, stored, PRICE_SCALE);
    const { priceSteps } = this.span.stock;
    if (!this.hasFactors(priceSteps)) return;
    const multiplier = this.column('priceMultiplier', (products) => {
      this.fillProducts(products, priceSteps);
      for (let i = 0; i < this.count; i += 1) products[i] = 1 / (products[i] ?? NaN);
    });
    const skipped = this.count - out.length;
    for (let i = 0; i < out.length; i += 1) out[i] = (out[i] ?? NaN) * (multiplier[skipped + i] ?? NaN);
  }

  /** Whether a factor lies between the first bar and the last. */
  private hasFactors(steps: MatrixStock['priceSteps']): boolean {
    if (steps.length === 0) return false;
    const [from, to] = [this.matrix.dateAt(this.span.first), this.matrix.dateAt(this.span.first + this.count - 1)];
    return steps.some(({ tradeDate }) => tradeDate > from && tradeDate <= to);
  }

  /** For each bar the product of the factors after its day, up to the last bar's: as the one adjuster has it. */
  private fillProducts(out: Float64Array, steps: MatrixStock['priceSteps']): void {
    const last = this.matrix.dateAt(this.span.first + this.count - 1);
    let due = steps.findLastIndex(({ tradeDate }) => tradeDate <= last);
    let product = 1;
    for (let i = this.count - 1; i >= 0; i -= 1) {
      for (let step = steps[due]; step !== undefined && step.tradeDate > this.matrix.dateAt(this.span.first + i);) {
        product *= step.factor;
        due -= 1;
        step = steps[due];
      }
      out[i] = product;
    }
  }

  private factsAt(at: number): DayFacts {
    return readDayFacts(this.matrix, this.span, this.span.first + at);
  }

  private fillLimits(out: Float64Array, find: (board: Board, day: DayFacts) => number | null): void {
    for (let i = 0; i < this.count; i += 1) out[i] = find(this.board, this.factsAt(i)) ?? NaN;
  }
}

function isPrice(column: CopiedColumn): column is 'open' | 'high' | 'low' | 'close' {
  return column === 'close' || column === 'open' || column === 'high' || column === 'low';
}
