import type { MoneyFlowVendor } from '#lib/market-sync';
import { FLOW_CLASSES, type FlowClass, type StockFlow } from '../domain/stock-flow';

/** The money flow of all stocks on some days, as threads share it. */
export interface SharedFlow {
  readonly vendor: MoneyFlowVendor;
  /** Position of its first day among the matrix's days. */
  readonly firstDayNo: number;
  readonly days: number;
  /** By stock, day and class: yuan, NaN where there is none. */
  readonly nets: SharedArrayBuffer;
}

/** Reads a shared flow, one stock after the other. */
export class MarketFlow implements StockFlow {
  readonly vendor: MoneyFlowVendor;
  private readonly nets: Float64Array;
  private stockNo = 0;

  constructor(private readonly shared: SharedFlow) {
    this.vendor = shared.vendor;
    this.nets = new Float64Array(shared.nets);
  }

  /** A flow without any figure. */
  static allocate(shared: Omit<SharedFlow, 'nets'>, stocks: number): SharedFlow {
    const nets = new SharedArrayBuffer(stocks * shared.days * FLOW_CLASSES.length * Float64Array.BYTES_PER_ELEMENT);
    new Float64Array(nets).fill(NaN);
    return { ...shared, nets };
  }

  /** Turns to a stock. */
  of(stockNo: number): this {
    this.stockNo = stockNo;
    return this;
  }

  net(flowClass: FlowClass, dayNo: number): number {
    const place = this.placeOf(flowClass, dayNo);
    return place < 0 ? NaN : (this.nets[place] ?? NaN);
  }

  set(flowClass: FlowClass, dayNo: number, yuan: number): void {
    const place = this.placeOf(flowClass, dayNo);
    if (place >= 0) this.nets[place] = yuan;
  }

  private placeOf(flowClass: FlowClass, dayNo: number): number {
    const { firstDayNo, days } = this.shared;
    const day = dayNo - firstDayNo;
    if (day < 0 || day >= days) return -1;
    return (this.stockNo * days + day) * FLOW_CLASSES.length + FLOW_CLASSES.indexOf(flowClass);
  }
}
