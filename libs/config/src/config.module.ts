import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Clock, SystemClock } from '#lib/kernel';
import type { AppConfig } from './app-config';

/** Injection token of the validated settings. */
export const APP_CONFIG = Symbol('APP_CONFIG');

/** Offers the settings and the business clock to every module. */
@Global()
@Module({})
export class ConfigModule {
  static forRoot(config: AppConfig, clock: Clock = new SystemClock(config.clockStart)): DynamicModule {
    return {
      module: ConfigModule,
      providers: [
        { provide: APP_CONFIG, useValue: config },
        { provide: Clock, useValue: clock },
      ],
      exports: [APP_CONFIG, Clock],
    };
  }
}
