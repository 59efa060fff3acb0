import { Injectable } from '@nestjs/common';
import { isVendorSource, type MarketSource } from '#lib/config';
import { Database } from '#lib/database';
import { AppError } from '#lib/kernel';
import { marketIsDemo, MarketStateService } from '#lib/market-data';
import { type MarketSourceRequest, MarketSourceService, type MarketSourceView } from '#lib/market-source';
import { JobsService } from '#lib/queue';
import { MarketSyncsService } from './market-syncs.service';

/** Chooses the source of market data, and starts its first fill. */
@Injectable()
export class MarketSourceChoiceService {
  constructor(
    private readonly database: Database,
    private readonly state: MarketStateService,
    private readonly sources: MarketSourceService,
    private readonly syncs: MarketSyncsService,
    private readonly jobs: JobsService,
  ) {}

  /**
   * Stores a choice; of a vendor it also requests what the market lacks. Every process follows with its next use.
   * @param replaceDemo Remove the demo market, with what was made from it, once the first real rows come.
   * @throws AppError 409 `set_by_environment`, `market_is_demo` for a vendor without `replaceDemo`, `market_is_real` for the
   *   demo over real data; 400 if Tushare has no token.
   */
  async choose(
    request: MarketSourceRequest & { readonly replaceDemo: boolean },
    chosenBy: number,
  ): Promise<MarketSourceView> {
    const { source, replaceDemo } = request;
    await this.database.transaction(async (tx) => {
      await this.sources.choose(tx, request, chosenBy);
      await this.requireFittingMarket(source, replaceDemo);
      if (isVendorSource(source)) await this.syncs.requestHistory(tx, source, { replaceDemo, startedBy: chosenBy });
    });
    this.jobs.publishSoon();
    return this.sources.view();
  }

  private async requireFittingMarket(source: MarketSource, replaceDemo: boolean): Promise<void> {
    const { source: stored } = await this.state.read();
    if (stored === 'none') return;
    if (stored === 'demo' && isVendorSource(source) && !replaceDemo) throw marketIsDemo();
    if (stored !== 'demo' && source === 'demo') {
      throw AppError.conflict('market_is_real', 'the database holds real market data, which the demo does not replace');
    }
  }
}
