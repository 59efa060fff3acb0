import { type AppConfig, AUTO_CLOSE_MODES } from '#lib/config';
import type { StoredMarketSource } from '#lib/market-data';
import { ApiDay, ApiEnum, ApiFlag, ApiInteger, ApiMarketSource, ApiObject, ApiWarnings } from '../http';
import { UserResponse } from '../auth/auth.responses';

export class ConsoleStateResponse {
  @ApiObject(UserResponse, { nullable: true, description: 'null where nobody is signed in' })
  user!: UserResponse | null;
  @ApiDay({ description: 'The calendar day in Shanghai' }) today!: string;
  @ApiFlag({ description: 'Whether the exchanges are open on that day' }) tradingDay!: boolean;
  @ApiMarketSource() marketSource!: StoredMarketSource;
  @ApiDay({ nullable: true }) marketDataThrough!: string | null;
  @ApiWarnings() marketNotices!: string[];
  @ApiInteger({ description: 'Most trading days of a scan’s range' }) scanMaxTradingDays!: number;
  @ApiEnum(AUTO_CLOSE_MODES) cycleAutoClose!: AppConfig['cycleAutoClose'];
  @ApiInteger({ description: 'Largest file that may be uploaded' }) uploadMaxBytes!: number;
}
