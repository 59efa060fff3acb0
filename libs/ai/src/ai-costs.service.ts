import { Inject, Injectable } from '@nestjs/common';
import { type AiModelSettings, APP_CONFIG, type AppConfig } from '#lib/config';
import { Database } from '#lib/database';
import { addDays, AppError, type CalendarDay, shanghaiDayAt } from '#lib/kernel';
import { type DrainEstimate, estimateDrain } from './domain/drain-estimate';
import { FillQueues } from './fills/fill-queues.service';
import {
  type CostGroup,
  type CostRow,
  type FaultCount,
  selectCosts,
  selectFaultsToday,
  selectUsualUse,
} from './persistence/ai-cost.query';

const USUAL_DAYS = 30;
const MOST_DAYS = 400;

export interface AiCostsView {
  currency: 'CNY';
  /** Yuan. */
  total: number;
  rows: CostRow[];
}

/** A model as it is set up; never its key. */
export interface ModelSetup extends AiModelSettings {
  /** Whether the variable that holds its key is set in the process that answers; true where it needs none. */
  hasKey: boolean;
  faultsToday: Pick<FaultCount, 'fault' | 'calls'>[];
}

/** What models are set up with, and what they cost. */
@Injectable()
export class AiCosts {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    @Inject(FillQueues) private readonly queues: FillQueues,
  ) {}

  /**
   * Costs of days in Shanghai by the real clock; the last thirty where none are named.
   * @throws AppError `invalid_input` where `from` lies after `to`, or more than 400 days before it.
   */
  async costs({ from, to, by }: { from?: CalendarDay; to?: CalendarDay; by: CostGroup }): Promise<AiCostsView> {
    const last = to ?? shanghaiDayAt(new Date());
    const first = from ?? addDays(last, 1 - USUAL_DAYS);
    if (first > last || first < addDays(last, -MOST_DAYS)) {
      throw AppError.invalid(`from must not lie after to, nor more than ${MOST_DAYS} days before it`);
    }
    const rows = await selectCosts(this.database, { from: first, to: last, by });
    return { currency: 'CNY', total: rows.reduce((sum, { cost }) => sum + cost, 0), rows };
  }

  /** What a drain that began now would take. */
  async estimate(kind: 'daily' | 'weekly'): Promise<DrainEstimate> {
    const { total } = kind === 'daily' ? await this.queues.daily() : await this.queues.weekly();
    return this.estimateOf(kind, total);
  }

  /** What so many questions would take of `names`; left out: of all models that have a server. */
  async estimateOf(kind: 'daily' | 'weekly', questions: number, names?: readonly string[]): Promise<DrainEstimate> {
    const asked = this.config.aiModelSettings.filter(({ name }) => names?.includes(name) ?? true);
    const usual = await selectUsualUse(
      this.database,
      kind,
      asked.map(({ name }) => name),
    );
    const models = asked.map((prices) => ({
      model: prices.name,
      prices,
      usual: usual.find(({ model }) => model === prices.name),
    }));
    return estimateDrain(questions, models);
  }

  /** The models that have a server, in the order in which they count. */
  async setups(): Promise<ModelSetup[]> {
    const faults = await selectFaultsToday(this.database);
    const { aiKeys, aiModelSettings } = this.config;
    return aiModelSettings.map((settings) => ({
      ...settings,
      hasKey: settings.apiKeyEnv === null || aiKeys[settings.apiKeyEnv] !== undefined,
      faultsToday: faults.filter(({ model }) => model === settings.name).map(({ fault, calls }) => ({ fault, calls })),
    }));
  }
}
