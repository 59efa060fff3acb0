import { type DynamicModule, Module } from '@nestjs/common';
import { type AppConfig, ConfigError, ConfigModule } from '#lib/config';
import { DatabaseModule } from '#lib/database';
import type { Clock } from '#lib/kernel';
import { type Logger, ObservabilityModule } from '#lib/observability';
import { QueueModule } from '#lib/queue';
import { ENTITIES, JOBS, MIGRATIONS, RETENTION, SCHEMA } from '#lib/schema';
import { UpkeepModule } from '#lib/upkeep';
import { VendorsModule } from '#lib/vendors';
import { AiFillApiModule } from './ai-fill/ai-fill-api.module';
import { ConsoleModule } from './console/console.module';
import { AuditEventsApiModule } from './audit-events/audit-events-api.module';
import { AuthModule } from './auth/auth.module';
import { DailyWeeklyApiModule } from './daily-weekly/daily-weekly-api.module';
import { DocsModule } from './docs/docs.module';
import { FundamentalApiModule } from './fundamental/fundamental-api.module';
import { HealthModule } from './health/health.module';
import { HttpModule } from './http/http.module';
import { JobsApiModule } from './jobs/jobs-api.module';
import { MarketApiModule } from './market/market-api.module';
import { EntriesApiModule } from './entries/entries-api.module';
import { MarketStocksApiModule } from './market/market-stocks-api.module';
import { McpApiModule } from './mcp/mcp-api.module';
import { QueueBoardModule } from './queue-board/queue-board.module';
import { CalendarApiModule } from './calendar/calendar-api.module';
import { NotificationsApiModule } from './notifications/notifications-api.module';
import { ScanApiModule } from './scan/scan-api.module';
import { ScreensApiModule } from './screens/screens-api.module';
import { StudiesApiModule } from './studies/studies-api.module';
import { MarketChipsApiModule } from './market/market-chips-api.module';
import { SessionsApiModule } from './sessions/sessions-api.module';
import { SeoAdminModule } from './seo-admin/seo-admin.module';
import { PositionsApiModule } from './positions/positions-api.module';
import { UpkeepApiModule } from './upkeep/upkeep-api.module';
import { UsersApiModule } from './users/users-api.module';
import { WatchlistApiModule } from './watchlist/watchlist-api.module';

/** A request's statements are short: what takes longer is a job. */
const STATEMENT_TIMEOUT_MS = 10_000;

/** The API process: what every process has, the HTTP ground, and one module of controllers a feature. */
@Module({})
export class ApiModule {
  static forRoot(config: AppConfig, logger: Logger, clock?: Clock): DynamicModule {
    if (config.databaseUrl === undefined) throw new ConfigError('DATABASE_URL must be set for the API process');
    return {
      module: ApiModule,
      imports: [
        ObservabilityModule.forRoot(logger),
        ConfigModule.forRoot(config, clock),
        DatabaseModule.forRoot({
          url: config.databaseUrl,
          directUrl: config.databaseDirectUrl,
          replica: config.databaseReplica,
          entities: ENTITIES,
          migrations: MIGRATIONS,
          applicationName: 'stock-cycle-api',
          poolSize: config.databasePoolSize,
          statementTimeoutMs: STATEMENT_TIMEOUT_MS,
        }),
        QueueModule.forProducer({ jobs: JOBS }),
        VendorsModule,
        UpkeepModule.forRoot({ retention: RETENTION, tables: SCHEMA.tables }),
        HttpModule,
        ConsoleModule,
        DocsModule,
        HealthModule,
        AuthModule,
        AuditEventsApiModule,
        UsersApiModule,
        WatchlistApiModule,
        PositionsApiModule,
        JobsApiModule,
        QueueBoardModule,
        EntriesApiModule,
        SessionsApiModule,
        MarketStocksApiModule,
        DailyWeeklyApiModule,
        MarketApiModule,
        ScanApiModule,
        ScreensApiModule,
        StudiesApiModule,
        NotificationsApiModule,
        CalendarApiModule,
        AiFillApiModule,
        FundamentalApiModule,
        MarketChipsApiModule,
        SeoAdminModule,
        UpkeepApiModule,
        McpApiModule,
      ],
    };
  }
}
