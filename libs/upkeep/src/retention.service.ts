import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig, KEEP_SETTINGS } from '#lib/config';
import { Database, type RetentionRule } from '#lib/database';
import { Clock } from '#lib/kernel';
import { SessionTotalsService } from '#lib/tracking';
import {
  applyOnce,
  getBatchSize,
  noteRetention,
  type RetentionStats,
  selectRetentionStats,
} from './persistence/retention.query';

/** The rules of all libs, as `libs/schema` lists them. */
export const RETENTION_RULES = Symbol('RETENTION_RULES');

/** A rule with its setting and what it did last. */
export interface RetentionView extends RetentionStats {
  table: string;
  what: string;
  /** Whether the row stays and only its texts go. */
  emptied: boolean;
  setting: string;
  days: number;
}

/** Deletes or empties rows after a number of days: one service for all tables that grow. */
@Injectable()
export class RetentionService {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    @Inject(RETENTION_RULES) private readonly rules: readonly RetentionRule[],
    private readonly totals: SessionTotalsService,
  ) {}

  /** Applies every rule until nothing is left or `signal` aborts, and merges what only grows. @returns rows that ended. */
  async run(signal: AbortSignal): Promise<number> {
    let ended = 0;
    for (const rule of this.rules) {
      if (signal.aborted) break;
      ended += await this.apply(rule, signal);
    }
    if (!signal.aborted) await this.totals.merge();
    return ended;
  }

  /** How long rows are kept, in the order of the rules. Row counts are the server's estimates. */
  async list(): Promise<RetentionView[]> {
    const figures = await selectRetentionStats(
      this.db,
      this.rules.map((rule) => ({ name: getRuleName(rule), table: rule.table })),
    );
    return this.rules.map((rule, index) => {
      const { keep, table, what, clear } = rule;
      return {
        table,
        what,
        emptied: clear !== undefined,
        setting: KEEP_SETTINGS[keep].setting,
        days: this.config.keepDays[keep],
        ...(figures[index] ?? { rows: 0, lastRunAt: null, lastEnded: null }),
      };
    });
  }

  private async apply(rule: RetentionRule, signal: AbortSignal): Promise<number> {
    const most = getBatchSize(rule);
    const days = this.config.keepDays[rule.keep];
    let ended = 0;
    for (let batch = most; batch === most && !signal.aborted; ended += batch) {
      batch = await applyOnce(this.db, rule, days, this.clock.today());
    }
    await noteRetention(this.db, getRuleName(rule), ended);
    return ended;
  }
}

/** A table may have two rules: its texts end before its rows do. */
function getRuleName({ keep, table }: RetentionRule): string {
  return `${table}.${keep}`;
}
