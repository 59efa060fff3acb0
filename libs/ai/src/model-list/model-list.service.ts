import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { recordAct } from '#lib/audit-trail';
import { type AiModelSettings, APP_CONFIG, type AppConfig, ConfigError, readConsoleModel } from '#lib/config';
import { Database } from '#lib/database';
import { AppError } from '#lib/kernel';
import {
  type PanelModel,
  areConfigured,
  type KnownModel,
  knownModels,
  selectPanelModels,
} from '../domain/panel-models';
import {
  deleteConsoleModel,
  lockConsoleModels,
  orderConsoleModels,
  putConsoleModel,
  selectConsoleModels,
} from '../persistence/console-model.query';

/** As many as `AI_MODELS` may name. */
const MOST_MODELS = 9;

/** A model of the console as it is set up: the fields of `AI_MODELS_FILE` without the name. */
export interface ConsoleModelEntry {
  fields: Readonly<Record<string, unknown>>;
  enabled: boolean;
  /** Its position among the models of the console, from 1; undefined: unchanged, a new one last. */
  position: number | undefined;
}

/** A model that the list knows. */
export interface ListedModel extends KnownModel {
  /** When and by which user a model of the console was last written. */
  updatedAt: string | null;
  updatedBy: string | null;
}

export interface ModelListView {
  models: ListedModel[];
  /** Models of the console that this build can't read, such as those of a newer one. They are not called. */
  unreadable: { name: string; problem: string }[];
}

/**
 * Which models there are: those of the operator (`AI_MODELS_FILE`, `AI_MODELS`) and those of the console. Read again for each
 * question, so that every process follows a change with its next one. See docs/ai-models.md.
 */
@Injectable()
export class ModelListService implements OnModuleInit {
  private readonly logger = new Logger('ModelList');
  private readonly own: readonly ListedModel[];

  constructor(
    private readonly database: Database,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {
    this.own = config.aiModelSettings.map(({ source, ...settings }) => ({
      ...{ settings, source, enabled: true },
      ...{ updatedAt: null, updatedBy: null },
    }));
  }

  onModuleInit(): Promise<void> {
    return this.requireServers();
  }

  /**
   * The settings don't contain whether the console covers a name, so this is checked here, by the step that prepares the
   * database and by each process. The table is read only if it has to be.
   * @throws ConfigError if there is a file and a name of `AI_MODELS` has no server.
   */
  async requireServers(): Promise<void> {
    const { aiModels, aiModelsFromFile } = this.config;
    if (!aiModelsFromFile || areConfigured(selectPanelModels(aiModels, this.own))) return;
    const uncovered = (await this.listSelected()).find((model) => !areConfigured([model]));
    if (uncovered !== undefined) {
      throw new ConfigError(
        `AI_MODELS names ${uncovered.name}, but neither AI_MODELS_FILE, the console nor AI_BASE_URL tells where it is`,
      );
    }
  }

  /** All models, those of the operator first. */
  async view(): Promise<ModelListView> {
    const models: ListedModel[] = [];
    const unreadable: ModelListView['unreadable'] = [];
    for (const { name, settings, enabled, updatedAt, updatedBy } of await selectConsoleModels(this.database)) {
      try {
        const read = readConsoleModel({ ...settings, name }, `the model ${name}`, this.config);
        models.push({ settings: read, source: 'console', enabled, updatedAt, updatedBy });
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
        unreadable.push({ name, problem: error.message });
      }
    }
    return { models: knownModels(this.own, models), unreadable };
  }

  async known(): Promise<KnownModel[]> {
    const { models, unreadable } = await this.view();
    for (const { problem } of unreadable) this.logger.error(`a model of the console is not asked: ${problem}`);
    return models;
  }

  /** The models in use, in the order in which they count. */
  async listSelected(): Promise<PanelModel[]> {
    return selectPanelModels(this.config.aiModels, await this.known());
  }

  /**
   * A model by its name, in use or not.
   * @throws AppError `not_found` if no model with a server has this name.
   */
  async get(name: string): Promise<AiModelSettings> {
    const found = (await this.known()).find(({ settings }) => settings.name === name);
    if (found === undefined) throw AppError.notFound('no model with a server has this name');
    return found.settings;
  }

  /**
   * Sets a model up in the console, or replaces what it was.
   * @throws AppError `invalid_input`; 409 `model_of_operator` for a name of the file or of `AI_MODELS` at `AI_BASE_URL`,
   *   `too_many_models`.
   */
  async put(name: string, { fields, enabled, position }: ConsoleModelEntry, updatedBy: number): Promise<void> {
    this.rejectOperatorModel(name);
    const settings = this.read({ ...fields, name });
    await this.database.transaction(async (tx) => {
      const names = await lockConsoleModels(tx);
      const isNew = !names.includes(name);
      if (isNew && names.length >= MOST_MODELS) {
        throw AppError.conflict('too_many_models', `the console holds ${MOST_MODELS} models, and no more fit`);
      }
      await putConsoleModel(tx, { name, enabled, settings: { ...settings }, updatedBy });
      const others = names.filter((other) => other !== name);
      const at = position === undefined ? (isNew ? others.length : names.indexOf(name)) : position - 1;
      await orderConsoleModels(tx, others.toSpliced(at, 0, name));
      const { model, baseUrl, apiKeyEnv } = settings;
      await recordAct(tx, {
        action: isNew ? 'ai_model.created' : 'ai_model.changed',
        subject: name,
        details: { model, baseUrl, apiKeyEnv, enabled },
      });
    });
  }

  /**
   * Takes a model out of the console. Drains that began with it end with it.
   * @throws AppError `not_found`; 409 `model_of_operator`, `model_selected` if `AI_MODELS` names it.
   */
  async remove(name: string): Promise<void> {
    this.rejectOperatorModel(name);
    await this.database.transaction(async (tx) => {
      await lockConsoleModels(tx);
      if (!(await deleteConsoleModel(tx, name))) throw AppError.notFound('the console has no model of this name');
      if (this.config.aiModels?.includes(name) === true) {
        throw AppError.conflict('model_selected', `AI_MODELS names ${name}; take it out there first, or switch it off`);
      }
      await recordAct(tx, { action: 'ai_model.deleted', subject: name });
    });
  }

  private read(entry: Readonly<Record<string, unknown>>): AiModelSettings {
    try {
      return readConsoleModel(entry, 'the model', this.config);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      const { message, field } = error;
      throw AppError.invalid(message, field === undefined ? undefined : [{ field, message }]);
    }
  }

  private rejectOperatorModel(name: string): void {
    const own = this.own.find(({ settings }) => settings.name === name);
    if (own === undefined) return;
    const where = own.source === 'file' ? 'AI_MODELS_FILE' : 'AI_MODELS, at AI_BASE_URL';
    throw AppError.conflict('model_of_operator', `${name} stands in ${where}, and is changed there`);
  }
}
