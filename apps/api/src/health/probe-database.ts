import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type AppConfig, ConfigError } from '#lib/config';
import { createDataSource, Database } from '#lib/database';
import { MIGRATIONS } from '#lib/schema';

const POOL_SIZE = 2;
const STATEMENT_TIMEOUT_MS = 2500;

/**
 * Two connections that serve probes and metrics alone. Whoever asks for them often takes none from requests, and where
 * requests hold all of theirs, readiness still tells whether the database answers.
 */
@Injectable()
export class ProbeDatabase extends Database implements OnApplicationShutdown {
  static async open(config: AppConfig): Promise<ProbeDatabase> {
    if (config.databaseUrl === undefined) throw new ConfigError('DATABASE_URL must be set for the API process');
    const dataSource = createDataSource({
      url: config.databaseUrl,
      directUrl: config.databaseDirectUrl,
      entities: [],
      migrations: MIGRATIONS,
      applicationName: 'stock-cycle-probe',
      poolSize: POOL_SIZE,
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    });
    return new ProbeDatabase(await dataSource.initialize());
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }
}
