import { Inject, Injectable, type OnApplicationShutdown, type Provider } from '@nestjs/common';
import { createDataSource, Database } from '#lib/database';
import { QUEUE_SETTINGS, type QueueSettings } from './queue-settings';

/**
 * The database for the queue's own short statements: renewals of leases, the relay, the heartbeat. In a worker these are two connections
 * apart from the pool, which handlers may use up: a renewal that waited behind them would cost a lease that nobody lost.
 */
export const CONTROL_DATABASE = Symbol('CONTROL_DATABASE');

const CONNECTIONS = 2;
const STATEMENT_TIMEOUT_MS = 10_000;

/** The pool is enough if no job runs. */
export const SHARED_CONTROL: readonly Provider[] = [{ provide: CONTROL_DATABASE, useExisting: Database }];

@Injectable()
class ControlShutdown implements OnApplicationShutdown {
  constructor(@Inject(CONTROL_DATABASE) private readonly control: Database) {}

  async onApplicationShutdown(): Promise<void> {
    await this.control.dataSource.destroy();
  }
}

export const OWN_CONTROL: readonly Provider[] = [
  {
    provide: CONTROL_DATABASE,
    useFactory: async ({ databaseUrl }: QueueSettings) =>
      new Database(
        await createDataSource({
          url: databaseUrl,
          entities: [],
          migrations: [],
          applicationName: 'stock-cycle-control',
          poolSize: CONNECTIONS,
          statementTimeoutMs: STATEMENT_TIMEOUT_MS,
        }).initialize(),
      ),
    inject: [QUEUE_SETTINGS],
  },
  ControlShutdown,
];
