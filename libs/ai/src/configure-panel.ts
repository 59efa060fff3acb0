import type { AiModelSettings, AppConfig } from '#lib/config';
import type { Database } from '#lib/database';
import { CHAT_PATIENCE, type ChatPatience, ChatServer } from './chat/chat-server';
import { ChatTransport } from './chat/chat-transport';
import { ConfiguredPanel } from './configured-panel';
import type { AiModel } from './models/ai-model';
import { ChatModel } from './models/chat-model';
import { type Rules, RULES, RulesModel } from './models/rules-model';
import { ModelPace } from './pace/model-pace';
import type { AiPanel } from './panel';

export interface PanelParts {
  config: AppConfig;
  database: Database;
  rules: Rules;
  patience?: Partial<ChatPatience>;
  /** Length of a minute of the models' limits, ms; left out: a minute. */
  paceMinuteMs?: number;
}

/** The panel that the settings describe. One a process: it holds the circuits. */
export function configurePanel(parts: PanelParts): AiPanel {
  const { aiModels, aiModelSettings, clockStart } = parts.config;
  const replay = clockStart !== undefined;
  const members = aiModels.flatMap((name): AiModel[] => {
    if (name === RULES) return [new RulesModel(parts.rules, replay)];
    const settings = aiModelSettings.find((one) => one.name === name);
    return settings === undefined ? [] : [new ChatModel(name, serverOf(settings, parts), settings, replay)];
  });
  return new ConfiguredPanel(aiModels, members.length === aiModels.length ? members : undefined);
}

/** The server of one model, with its circuit and pace. */
export function serverOf(
  settings: AiModelSettings,
  { config, database, patience, paceMinuteMs }: Omit<PanelParts, 'rules'>,
): ChatServer {
  const { aiCallsPerDay, aiCallsPerUserPerDay, aiTokensPerDay } = config;
  const { name, concurrency, rpm, tpm } = settings;
  const isLimited = concurrency !== null || rpm !== null || tpm !== null;
  const apiKey = settings.apiKeyEnv === null ? undefined : config.aiKeys[settings.apiKeyEnv];
  return new ChatServer(settings, {
    transport: new ChatTransport({ baseUrl: settings.baseUrl, apiKey }),
    database,
    budget: { callsPerDay: aiCallsPerDay, callsPerUserPerDay: aiCallsPerUserPerDay, tokensPerDay: aiTokensPerDay },
    patience: { ...CHAT_PATIENCE, ...patience },
    pace: isLimited ? new ModelPace(database, name, { concurrency, rpm, tpm }, paceMinuteMs) : undefined,
  });
}
