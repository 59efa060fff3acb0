import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { Database } from '#lib/database';
import { AppError } from '#lib/kernel';
import { RULES } from './domain/panel-models';
import { ModelListService } from './model-list/model-list.service';
import { selectSharedToday, selectSpentToday } from './persistence/ai-budget.query';

/** What is left of the day's budget for the requests of one user; days as PostgreSQL's clock has them in Shanghai. */
export interface AiBudgetLeft {
  readonly calls: number;
  readonly tokens: number;
}

/** The day's budget of calls of models, before a request for work that needs some. */
@Injectable()
export class AiBudgetService {
  constructor(
    private readonly database: Database,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    private readonly models: ModelListService,
  ) {}

  /**
   * @returns null: every model in use is free, so that no budget counts.
   * @throws AppError `budget_spent`, `user_budget_spent` (429): nothing is left, so that the work would end without an answer.
   */
  async requireLeft(userId: number): Promise<AiBudgetLeft | null> {
    const selected = await this.models.listSelected();
    if (selected.every(({ name }) => name === RULES)) return null;
    const [spent, shared] = await Promise.all([
      selectSpentToday(this.database),
      selectSharedToday(this.database, userId),
    ]);
    const { aiCallsPerDay, aiCallsPerUserPerDay, aiTokensPerDay } = this.config;
    const calls = Math.max(0, aiCallsPerDay - spent.calls);
    const tokens = Math.max(0, aiTokensPerDay - spent.tokens);
    const share = Math.max(0, aiCallsPerUserPerDay - shared);
    if (calls === 0 || tokens === 0) {
      throw spentError('budget_spent', `the day's AI budget is used up: ${calls} calls and ${tokens} tokens remain`);
    }
    if (share === 0) {
      throw spentError(
        'user_budget_spent',
        `your share of the day's AI calls is used up: 0 of ${aiCallsPerUserPerDay} remain`,
      );
    }
    return { calls: Math.min(calls, share), tokens };
  }
}

function spentError(code: string, message: string): AppError {
  return new AppError('rate_limited', code, `${message}; it is whole again at midnight in Shanghai`);
}
