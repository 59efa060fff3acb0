import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { Database, type SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import { DRAIN_KINDS, type DrainKind } from './domain/drain';
import { DrainScheduleService } from './drains/drain-schedule.service';
import { selectSpentToday } from './persistence/ai-budget.query';
import { type CallOutcome, selectCallOutcomes, selectLastDrains } from './persistence/ai-watch.query';

export interface AiStats {
  budget: { calls: number; callsPerDay: number; tokens: number; tokensPerDay: number };
  /** Requests to models in the last day. */
  calls: CallOutcome[];
  drains: {
    kind: DrainKind;
    /** Of the last scheduled drain that completed; null before the first. */
    tradeDay: CalendarDay | null;
    /** Whether the drain of a trading day whose 20:30 has passed has not completed. */
    late: boolean;
  }[];
}

/** The statistics of the models for operators. */
@Injectable()
export class AiWatchService {
  constructor(
    private readonly database: Database,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    private readonly schedule: DrainScheduleService,
  ) {}

  /** @param on the connections to query on. */
  async read(on: SqlRunner = this.database): Promise<AiStats> {
    const { calls, tokens } = await selectSpentToday(on);
    const expected = await this.schedule.expectedDay();
    const last = await selectLastDrains(on);
    return {
      budget: { calls, callsPerDay: this.config.aiCallsPerDay, tokens, tokensPerDay: this.config.aiTokensPerDay },
      calls: await selectCallOutcomes(on),
      drains: DRAIN_KINDS.map((kind) => {
        const tradeDay = last.find((drain) => drain.kind === kind)?.tradeDay ?? null;
        return { kind, tradeDay, late: expected !== undefined && (tradeDay === null || tradeDay < expected) };
      }),
    };
  }
}
