import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { Database } from '#lib/database';
import { ChatFault } from './chat/chat-fault';
import type { ChatFaultCode } from './domain/chat-fault-code';
import { readCompletion } from './chat/completion';
import { serverOf } from './configure-panel';
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
  fault: ChatFaultCode | null;
  /** The fault in a sentence of ours. */
  message: string | null;
  /** What the server counted; null where it counts nothing or did not answer. */
  promptTokens: number | null;
  completionTokens: number | null;
}

/** Says hello to a model, so that a person sees at once whether its address, key and limits are right. */
@Injectable()
export class ModelHealthService {
  constructor(
    private readonly database: Database,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    private readonly list: ModelListService,
  ) {}

  /**
   * One small question, from this process. It counts in the day's budget and in the model's limits, and no run is kept of it.
   * @throws AppError `not_found` where no model with a server has this name.
   */
  async check(name: string, userId: number): Promise<ModelHealthCheck> {
    const settings = await this.list.get(name);
    const server = serverOf(settings, { config: this.config, database: this.database });
    const start = performance.now();
    const asked = await server
      .ask({
        ...HELLO,
        caller: null,
        userId,
        signal: new AbortController().signal,
        deadlineMs: Date.now() + LONGEST_MS,
        onRequest: () => undefined,
      })
      .catch((fault: unknown) => {
        if (fault instanceof ChatFault) return fault;
        throw fault;
      });
    const base = { model: name, durationMs: Math.round(performance.now() - start) };
    if (asked instanceof ChatFault) {
      const { code: fault, message } = asked;
      return { ...base, isAnswering: false, fault, message, promptTokens: null, completionTokens: null };
    }
    const { finish } = readCompletion(asked.raw);
    const fault = finish === 'filtered' ? new ChatFault('filtered') : null;
    return {
      ...base,
      isAnswering: fault === null,
      fault: fault?.code ?? null,
      message: fault?.message ?? null,
      promptTokens: asked.tokens?.prompt ?? null,
      completionTokens: asked.tokens?.completion ?? null,
    };
  }
}
