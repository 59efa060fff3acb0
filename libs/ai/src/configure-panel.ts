import type { AiModelSettings, AppConfig } from '#lib/config';
import type { Database } from '#lib/database';
import { DEFAULT_RETRY_LIMITS, type RetryLimits, ChatServer } from './chat/chat-server';
import { ChatTransport } from './chat/chat-transport';
import { CurrentPanel } from './current-panel';
import { ModelListService } from './model-list/model-list.service';
import { ChatModel } from './models/chat-model';
import { type Rules, RulesModel } from './models/rules-model';
import { ModelPace } from './pace/model-pace';
import type { AiPanel } from './panel';

export interface PanelParts {
  config: AppConfig;
  database: Database;
  rules: Rules;
  retryLimits?: Partial<RetryLimits>;
  /** Length of a minute of the models' limits, ms; left out: a minute. */
  paceMinuteMs?: number;
}

/** The panel of the models that are listed. One a process: it holds the circuits. */
export function configurePanel(parts: PanelParts): AiPanel {
  const replay = parts.config.clockStart !== undefined;
  return new CurrentPanel(new ModelListService(parts.database, parts.config), {
    rules: new RulesModel(parts.rules, replay),
    createServer: (settings) => createServer(settings, parts),
    createModel: (settings, server) => new ChatModel(settings.name, server, settings, replay),
  });
}

/** The server of one model, with its circuit and pace. */
export function createServer(
  settings: AiModelSettings,
  { config, database, retryLimits, paceMinuteMs }: Omit<PanelParts, 'rules'>,
): ChatServer {
  const { aiCallsPerDay, aiCallsPerUserPerDay, aiTokensPerDay } = config;
  const { name, concurrency, rpm, tpm } = settings;
  const isLimited = concurrency !== null || rpm !== null || tpm !== null;
  const apiKey = settings.apiKeyEnv === null ? undefined : config.aiKeys[settings.apiKeyEnv];
  return new ChatServer(settings, {
    transport: new ChatTransport({ baseUrl: settings.baseUrl, apiKey }),
    database,
    budget: { callsPerDay: aiCallsPerDay, callsPerUserPerDay: aiCallsPerUserPerDay, tokensPerDay: aiTokensPerDay },
    retryLimits: { ...DEFAULT_RETRY_LIMITS, ...retryLimits },
    pace: isLimited ? new ModelPace(database, name, { concurrency, rpm, tpm }, paceMinuteMs) : undefined,
  });
}
