import { Inject, Injectable } from '@nestjs/common';
import {
  AI_PRESET_NAMES,
  AI_PRESETS,
  type AiModelSettings,
  type AiPreset,
  type AiPresetName,
  APP_CONFIG,
  type AppConfig,
} from '#lib/config';
import { Database } from '#lib/database';
import { addDays, AppError, type CalendarDay, shanghaiDayAt } from '#lib/kernel';
import { type DrainEstimate, estimateDrain } from './domain/drain-estimate';
import { selectPanelModels } from './domain/panel-models';
import { FillQueuesService } from './fills/fill-queues.service';
import { type ListedModel, ModelListService, type ModelListView } from './model-list/model-list.service';
import {
  type CostGroup,
  type CostRow,
  type ErrorCount,
  selectCosts,
  selectErrorsToday,
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
export interface ModelSetup extends AiModelSettings, Omit<ListedModel, 'settings'> {
  /** Whether it is in use: switched on, and named by `AI_MODELS` if that is set. */
  isAsked: boolean;
  /** Whether the variable that holds its key is set in the process that responds; true if it needs none. */
  hasKey: boolean;
  faultsToday: Pick<ErrorCount, 'fault' | 'calls'>[];
}

/** What a preset fills in, and whether its key is set in the process that responds. */
export interface PresetSetup extends Pick<AiModelSettings, 'baseUrl' | 'apiKeyEnv' | 'extraBody' | 'stream'> {
  name: AiPresetName;
  hasKey: boolean;
  /** Null: the vendor states none, so the default holds. */
  maxTokens: number | null;
  concurrency: number | null;
  rpm: number | null;
}

export interface ModelSetupsView extends Pick<ModelListView, 'unreadable'> {
  models: ModelSetup[];
  presets: PresetSetup[];
  /** Whether `AI_MODELS` selects the models in use and their order. */
  isSelected: boolean;
}

/** The settings of models, and what they cost. */
@Injectable()
export class AiCostsService {
  constructor(
    private readonly database: Database,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    private readonly queues: FillQueuesService,
    private readonly list: ModelListService,
  ) {}

  /**
   * Costs of days in Shanghai by the real clock; the last thirty if none are named.
   * @throws AppError `invalid_input` if `from` lies after `to`, or more than 400 days before it.
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

  /** Estimate for a drain that begins now. */
  async estimate(kind: 'daily' | 'weekly'): Promise<DrainEstimate> {
    const { total } = kind === 'daily' ? await this.queues.daily() : await this.queues.weekly();
    return this.estimateQuestions(kind, total);
  }

  /** Estimate for a number of questions to the models `names`; left out: to all models that have a server. */
  async estimateQuestions(
    kind: 'daily' | 'weekly',
    questions: number,
    names?: readonly string[],
  ): Promise<DrainEstimate> {
    const listed = (await this.list.listSelected()).flatMap(({ settings }) => settings ?? []);
    const selected = listed.filter(({ name }) => names?.includes(name) ?? true);
    const usual = await selectUsualUse(
      this.database,
      kind,
      selected.map(({ name }) => name),
    );
    const models = selected.map((prices) => ({
      model: prices.name,
      prices,
      usual: usual.find(({ model }) => model === prices.name),
    }));
    return estimateDrain(questions, models);
  }

  /** The models that have a server: those in use, in the order in which they count, then the others. */
  async setups(): Promise<ModelSetupsView> {
    const [{ models: known, unreadable }, errors] = await Promise.all([
      this.list.view(),
      selectErrorsToday(this.database),
    ]);
    const { aiModels } = this.config;
    const positions = new Map(selectPanelModels(aiModels, known).map(({ name }, position) => [name, position]));
    const getPosition = ({ settings }: ListedModel): number => positions.get(settings.name) ?? positions.size;
    const models = known
      .toSorted((one, other) => getPosition(one) - getPosition(other))
      .map(({ settings, ...listed }) => ({
        ...settings,
        ...listed,
        isAsked: positions.has(settings.name),
        hasKey: this.hasKey(settings.apiKeyEnv),
        faultsToday: errors
          .filter(({ model }) => model === settings.name)
          .map(({ fault, calls }) => ({ fault, calls })),
      }));
    const presets = AI_PRESET_NAMES.map((name) => {
      const preset: AiPreset = AI_PRESETS[name];
      const { apiKeyEnv = null, extraBody = {}, maxTokens = null, concurrency = null, rpm = null } = preset;
      const { baseUrl, stream } = preset;
      const hasKey = this.hasKey(apiKeyEnv);
      return { name, baseUrl, apiKeyEnv, hasKey, extraBody, stream, maxTokens, concurrency, rpm };
    });
    return { models, presets, unreadable, isSelected: aiModels !== null };
  }

  /** One of them. @throws AppError `not_found`. */
  async setup(name: string): Promise<ModelSetup> {
    const found = (await this.setups()).models.find((model) => model.name === name);
    if (found === undefined) throw AppError.notFound('no model with a server has this name');
    return found;
  }

  private hasKey(variable: string | null): boolean {
    return variable === null || this.config.aiKeys[variable] !== undefined;
  }
}
