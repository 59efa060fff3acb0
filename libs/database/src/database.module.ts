import { type DynamicModule, Global, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DataSourceSettings } from './data-source';
import { Database } from './database';
import { Notifications } from './notifications';
import { openDataSource } from './open-data-source';

@Injectable()
class DatabaseShutdown implements OnApplicationShutdown {
  constructor(
    private readonly dataSource: DataSource,
    private readonly notifications: Notifications,
  ) {}

  /** Runs last (Nest shuts modules down in reverse order of import), when nobody needs a connection any more. */
  async onApplicationShutdown(): Promise<void> {
    await this.notifications.close();
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }
}

/** Offers {@link DataSource}, {@link Database} and {@link Notifications} to every module, connected. */
@Global()
@Module({})
export class DatabaseModule {
  static forRoot(settings: DataSourceSettings): DynamicModule {
    return {
      module: DatabaseModule,
      providers: [
        { provide: DataSource, useFactory: () => openDataSource(settings) },
        { provide: Database, useFactory: (dataSource: DataSource) => new Database(dataSource), inject: [DataSource] },
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
