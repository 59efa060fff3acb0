import { type DynamicModule, Module } from '@nestjs/common';
import type { RetentionRule } from '#lib/database';
import { Retention, RETENTION_RULES } from './retention.service';

/** What the product does for itself: an end for what grows, and looks at its own figures. */
@Module({})
export class UpkeepModule {
  static forRoot(rules: readonly RetentionRule[]): DynamicModule {
    return {
      module: UpkeepModule,
      providers: [{ provide: RETENTION_RULES, useValue: rules }, Retention],
      exports: [Retention],
    };
  }
}
