import { type DynamicModule, Global, Injectable, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DataSourceSettings } from './data-source';
import { Database } from './database';
import { Notifications } from './notifications';
import { openDataSource } from './open-data-source';
import { Replica, type ReplicaSettings } from './replica/replica';
import { tellReplicaState } from './replica/tell-replica-state';

@Injectable()
class DatabaseShutdown implements OnApplicationShutdown {
  constructor(
    private readonly database: Database,
    private readonly notifications: Notifications,
  ) {}

  /** Runs last (Nest shuts modules down in reverse order of import), when nobody needs a connection any more. */
  async onApplicationShutdown(): Promise<void> {
    await this.notifications.close();
    await this.database.replica?.close();
    const { dataSource } = this.database;
    if (dataSource.isInitialized) await dataSource.destroy();
  }
}

interface DatabaseSettings extends DataSourceSettings {
  /** A streaming replica that may answer requests which only read. */
  replica?: ReplicaSettings | undefined;
}

/** Offers {@link DataSource}, {@link Database} and {@link Notifications} to every module, connected. */
@Global()
@Module({})
export class DatabaseModule {
  static forRoot({ replica, ...settings }: DatabaseSettings): DynamicModule {
    return {
      module: DatabaseModule,
      providers: [
        { provide: DataSource, useFactory: () => openDataSource(settings) },
        {
          provide: Database,
          useFactory: (dataSource: DataSource) => new Database(dataSource, openReplica(settings, replica)),
          inject: [DataSource],
        },
        {
          provide: Notifications,
          useFactory: () => new Notifications(settings.directUrl ?? settings.url, settings.applicationName),
        },
        DatabaseShutdown,
      ],
      exports: [DataSource, Database, Notifications],
    };
  }
}

function openReplica(primary: DataSourceSettings, replica: ReplicaSettings | undefined): Replica | undefined {
  if (replica === undefined) return undefined;
  const logger = new Logger('Replica');
  return Replica.open({
    ...replica,
    // A pooler would put its own waits into the measured age.
    primaryUrl: primary.directUrl ?? primary.url,
    applicationName: `${primary.applicationName}-replica`,
    poolSize: primary.poolSize,
    onChange: (state) => tellReplicaState(logger, state),
  });
}
