import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '#lib/database';
import { AppError } from '#lib/kernel';
import { MarketStateService } from '#lib/market-data';
import { lockChipSource, selectTradedCodes, storeChipSource } from './persistence/chip-market.query';
import { upsertChipRows } from './persistence/chip-distributions.query';
import { ChipModelService } from './chip-model.service';
import { ChipVendor } from './chip-vendor';
import type { ChipModelResult } from './domain/chip-row';
import { eastmoneyChipRows } from './eastmoney-chip-model';
import { fetchVendorChips } from './vendor-chip-model';

/** A model's rows, with the market that they were made from. */
export interface FreshChips extends ChipModelResult {
  /** `tushare`, or `eastmoney-` and the window. */
  source: string;
  dataVersion: number;
}

/** Chip distributions by day, from the one model that the settings name. */
@Injectable()
export class ChipCacheService {
  constructor(
    private readonly database: Database,
    private readonly state: MarketStateService,
    private readonly vendor: ChipVendor,
    private readonly models: ChipModelService,
  ) {}

  /** @throws AppError `market_not_configured` if the model needs a vendor that is not set up. */
  assertConfigured(): Promise<void> {
    return this.models.assertConfigured();
  }

  /** Codes that traded on the market's last final day, in order. */
  marketCodes(): Promise<string[]> {
    return selectTradedCodes(this.database);
  }

  /** Computes or fetches each stock's newest day by the model. Nothing is stored. @throws VendorError `not_configured`. */
  async ask(codes: readonly string[], signal: AbortSignal): Promise<FreshChips> {
    const { model, window } = await this.models.current();
    const { dataVersion } = await this.state.read();
    if (model === 'tushare') {
      const answer = await fetchVendorChips(this.vendor, this.database, codes, signal);
      return { ...answer, source: 'tushare', dataVersion };
    }
    const answer = await eastmoneyChipRows(this.database, codes, window);
    return { ...answer, source: `eastmoney-${window}`, dataVersion };
  }

  /**
   * Stores rows in the caller's transaction, and makes its model the one that sessions show.
   * @returns the codes whose row is new or other than before, and whether the model is another one now.
   * @throws AppError `market_changed` (retryable) if the market is not the one that the rows were made from.
   */
  async store(tx: Transaction, fresh: FreshChips): Promise<{ changed: Set<string>; modelChanged: boolean }> {
    const market = await lockChipSource(tx);
    if (market?.dataVersion !== fresh.dataVersion) {
      throw AppError.unavailable('market_changed', 'the market data changed while chips were computed; try again');
    }
    const modelChanged = market.chipSource !== fresh.source;
    if (modelChanged) await storeChipSource(tx, fresh.source);
    return { changed: await upsertChipRows(tx, fresh.source, fresh.dataVersion, fresh.rows), modelChanged };
  }
}
