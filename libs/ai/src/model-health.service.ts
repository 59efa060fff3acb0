import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { Database } from '#lib/database';
import { ChatError } from './chat/chat-error';
import type { ChatErrorCode } from './domain/chat-error-code';
import { readCompletion } from './chat/completion';
import { createServer } from './configure-panel';
import { ModelListService } from './model-list/model-list.service';

const LONGEST_MS = 30_000;

const HELLO = {
  messages: [{ role: 'user', content: '只输出 JSON：{"hello": true}' }],
  schema: {
    type: 'object',
    properties: { hello: { type: 'boolean' } },
    required: ['hello'],
    additionalProperties: false,
  },
} as const;

export interface ModelHealthCheck {
  model: string;
  isAnswering: boolean;
  durationMs: number;
  /** Why no answer came; null otherwise. */
  fault: ChatErrorCode | null;
  /** The error in a sentence of ours. */
  message: string | null;
  /** The server's count; null if it counts nothing or did not respond. */
  promptTokens: number | null;
  completionTokens: number | null;
}

/** Sends a small request to a model, to check its address, key and limits. */
@Injectable()
export class ModelHealthService {
  constructor(
    private readonly database: Database,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    private readonly list: ModelListService,
  ) {}

  /**
   * One small question, from this process. It counts in the day's budget and in the model's limits, and no run is kept of it.
   * @throws AppError `not_found` if no model with a server has this name.
   */
  async check(name: string, userId: number): Promise<ModelHealthCheck> {
    const settings = await this.list.get(name);
    const server = createServer(settings, { config: this.config, database: this.database });
    const start = performance.now();
    const result = await server
      .complete({
        ...HELLO,
        caller: null,
        userId,
        signal: new AbortController().signal,
        deadlineMs: Date.now() + LONGEST_MS,
        onRequest: () => undefined,
      })
      .catch((fault: unknown) => {
        if (fault instanceof ChatError) return fault;
        throw fault;
      });
    const base = { model: name, durationMs: Math.round(performance.now() - start) };
    if (result instanceof ChatError) {
      const { code: fault, message } = result;
      return { ...base, isAnswering: false, fault, message, promptTokens: null, completionTokens: null };
    }
    const { finish } = readCompletion(result.raw);
    const fault = finish === 'filtered' ? new ChatError('filtered') : null;
    return {
      ...base,
      isAnswering: fault === null,
      fault: fault?.code ?? null,
      message: fault?.message ?? null,
      promptTokens: result.tokens?.prompt ?? null,
      completionTokens: result.tokens?.completion ?? null,
    };
  }
}
