import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { Database } from '#lib/database';
import { AppError, type CalendarDay } from '#lib/kernel';
import { areConfigured } from './domain/panel-models';
import { ModelListService } from './model-list/model-list.service';
import { selectSpentToday } from './persistence/ai-budget.query';
import {
  type AiRunFilter,
  type AiRunSummary,
  type AiRunView,
  type ModelHealth,
  selectModelHealth,
  selectRun,
  selectRuns,
} from './persistence/ai-run-read.query';

/** The reader of runs: an administrator sees every run, others those of their own requests. */
export interface RunReader {
  userId: number;
  role: 'admin' | 'user';
}

export interface AiModelsView {
  /** Whether the models can be called: a server is set, or none is needed. */
  configured: boolean;
  models: ModelHealth[];
  budget: { day: CalendarDay; calls: number; callsPerDay: number; tokens: number; tokensPerDay: number };
}

/** Reads the runs of models: prompts and answers. */
@Injectable()
export class AiRunsService {
  constructor(
    private readonly database: Database,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    private readonly modelList: ModelListService,
  ) {}

  list(
    filter: Omit<AiRunFilter, 'requestedBy'>,
    page: { limit: number; offset: number },
    reader: RunReader,
  ): Promise<{ runs: AiRunSummary[]; total: number }> {
    return selectRuns(this.database, { ...filter, requestedBy: toOwnerFilter(reader) }, page);
  }

  /** @throws AppError `not_found`, also for another user's run. */
  async get(id: number, reader: RunReader): Promise<AiRunView> {
    const run = await selectRun(this.database, id, toOwnerFilter(reader));
    if (run === undefined) throw AppError.notFound('there is no such AI run');
    return run;
  }

  /** The models in use and what was spent today. */
  async models(): Promise<AiModelsView> {
    const { aiCallsPerDay, aiTokensPerDay } = this.config;
    const selected = await this.modelList.listSelected();
    const [models, spent] = await Promise.all([
      selectModelHealth(
        this.database,
        selected.map(({ name }) => name),
      ),
      selectSpentToday(this.database),
    ]);
    return {
      configured: areConfigured(selected),
      models,
      budget: { ...spent, callsPerDay: aiCallsPerDay, tokensPerDay: aiTokensPerDay },
    };
  }
}

function toOwnerFilter({ userId, role }: RunReader): number | undefined {
  return role === 'admin' ? undefined : userId;
}
