import { Controller, Get, Inject } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { Clock } from '#lib/kernel';
import { marketNotices, MarketStateService, TradingCalendarService } from '#lib/market-data';
import { ApiEnvelope, type Caller, CurrentCaller, Public } from '../http';
import { ConsoleStateResponse } from './console-state.response';

@ApiTags('console')
@Controller('api/console')
export class ConsoleStateController {
  constructor(
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    private readonly clock: Clock,
    private readonly market: MarketStateService,
    private readonly calendars: TradingCalendarService,
  ) {}

  @Get()
  @Public({ recognises: true })
  @ApiOperation({ summary: 'What the console shows on every page: who is signed in, the day, the market, the limits' })
  @ApiEnvelope(ConsoleStateResponse)
  async state(@CurrentCaller() caller: Caller | undefined): Promise<ConsoleStateResponse> {
    const [market, calendar] = await Promise.all([this.market.read(), this.calendars.current()]);
    const today = this.clock.today();
    return {
      user: caller === undefined ? null : { id: caller.userId, username: caller.username, role: caller.role },
      today,
      tradingDay: calendar.isOpen(today),
      marketSource: market.source,
      marketDataThrough: market.barsTo,
      marketNotices: marketNotices(market.source),
      scanMaxTradingDays: this.config.scanMaxTradingDays,
      cycleAutoClose: this.config.cycleAutoClose,
      uploadMaxBytes: this.config.uploadMaxBytes,
    };
  }
}
