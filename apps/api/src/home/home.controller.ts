import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { MarketState } from '#lib/market-data';
import { Public, RawReply } from '../http';
import { landingPage } from './landing-page';

@ApiExcludeController()
@Controller()
export class HomeController {
  constructor(@Inject(MarketState) private readonly market: MarketState) {}

  /** Also there while the database is away; which market it holds is then unknown. */
  @Get('/')
  @Public()
  @RawReply()
  @Header('content-type', 'text/html; charset=utf-8')
  async page(): Promise<string> {
    const source = await this.market.read().then(
      (state) => state.source,
      () => undefined,
    );
    return landingPage({ demo: source === 'demo' });
  }
}
