import { type DynamicModule, Module } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { Database } from '#lib/database';
import { AiRuns } from './ai-runs.service';
import { configurePanel } from './configure-panel';
import type { Rules } from './models/rules-model';
import { AiPanel } from './panel';

/** The runs for every process; the panel, which asks models, for the worker. */
@Module({ providers: [AiRuns], exports: [AiRuns] })
export class AiModule {
  static withPanel(rules: Rules): DynamicModule {
    return {
      module: AiModule,
      providers: [
        {
          provide: AiPanel,
          inject: [APP_CONFIG, Database],
          useFactory: (config: AppConfig, database: Database): AiPanel => configurePanel({ config, database, rules }),
        },
      ],
      exports: [AiPanel],
    };
  }
}
