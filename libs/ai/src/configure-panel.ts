import type { AppConfig } from '#lib/config';
import type { Database } from '#lib/database';
import { CHAT_PATIENCE, type ChatPatience, ChatServer } from './chat/chat-server';
import { ChatTransport } from './chat/chat-transport';
import { ConfiguredPanel } from './configured-panel';
import { ChatModel } from './models/chat-model';
import { type Rules, RULES, RulesModel } from './models/rules-model';
import type { AiPanel } from './panel';

export interface PanelParts {
  config: AppConfig;
  database: Database;
  rules: Rules;
  patience?: Partial<ChatPatience>;
}

/** The panel that the settings describe. One a process: it holds the circuit breakers. */
export function configurePanel({ config, database, rules, patience }: PanelParts): AiPanel {
  const { aiModels, aiBaseUrl, aiApiKey, aiCallsPerDay, aiCallsPerUserPerDay, aiTokensPerDay, aiTimeoutMs } = config;
  const replay = config.clockStart !== undefined;
  const rulesModel = new RulesModel(rules, replay);
  if (aiModels.every((name) => name === RULES)) return new ConfiguredPanel(aiModels, [rulesModel]);
  if (aiBaseUrl === undefined) return new ConfiguredPanel(aiModels, undefined);
  const server = new ChatServer(
    new ChatTransport({ baseUrl: aiBaseUrl, apiKey: aiApiKey }),
    database,
    { callsPerDay: aiCallsPerDay, callsPerUserPerDay: aiCallsPerUserPerDay, tokensPerDay: aiTokensPerDay },
    { ...CHAT_PATIENCE, timeoutMs: aiTimeoutMs, ...patience },
  );
  return new ConfiguredPanel(
    aiModels,
    aiModels.map((name) => (name === RULES ? rulesModel : new ChatModel(name, server, replay))),
  );
}
