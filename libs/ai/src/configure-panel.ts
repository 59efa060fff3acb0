import type { AppConfig } from '#lib/config';
import type { Database } from '#lib/database';
import { CHAT_PATIENCE, type ChatPatience, ChatServer } from './chat/chat-server';
import { ChatTransport } from './chat/chat-transport';
import { ConfiguredPanel } from './configured-panel';
import { ChatModel } from './models/chat-model';
import { type AnswerByRules, RULES, RulesModel } from './models/rules-model';
import type { AiPanel } from './panel';

export interface PanelParts {
  config: AppConfig;
  database: Database;
  answerByRules: AnswerByRules;
  patience?: Partial<ChatPatience>;
}

/** The panel that the settings describe. One a process: it holds the circuit breakers. */
export function configurePanel({ config, database, answerByRules, patience }: PanelParts): AiPanel {
  const { aiModels, aiBaseUrl, aiApiKey, aiCallsPerDay, aiTokensPerDay, aiTimeoutMs } = config;
  const replay = config.clockStart !== undefined;
  const rules = new RulesModel(answerByRules, replay);
  if (aiModels.every((name) => name === RULES)) return new ConfiguredPanel(aiModels, [rules]);
  if (aiBaseUrl === undefined) return new ConfiguredPanel(aiModels, undefined);
  const server = new ChatServer(
    new ChatTransport({ baseUrl: aiBaseUrl, apiKey: aiApiKey }),
    database,
    { callsPerDay: aiCallsPerDay, tokensPerDay: aiTokensPerDay },
    { ...CHAT_PATIENCE, timeoutMs: aiTimeoutMs, ...patience },
  );
  return new ConfiguredPanel(
    aiModels,
    aiModels.map((name) => (name === RULES ? rules : new ChatModel(name, server, replay))),
  );
}
