import { type ChipPerformance, type ChipSlice, ChipVendor } from '#lib/chips';
import type { VendorRead } from '#lib/market-data';
import { readChipPerformances } from './readers/chip-performances';
import type { Tushare } from './tushare';

/** Chip distributions of Tushare's `cyq_perf`. */
export class TushareChips extends ChipVendor {
  constructor(private readonly tushare: Tushare) {
    super();
  }

  override fetchChips(slice: ChipSlice, signal: AbortSignal): Promise<VendorRead<ChipPerformance>> {
    return readChipPerformances(this.tushare, slice, signal);
  }
}
