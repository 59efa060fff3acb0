import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { sensibleAnswer, type SmallSchema } from './fake-ai-answers';

/** A request that the fake got. */
export interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  model: string;
  format: string;
  messages: { role: string; content: string }[];
  schema: SmallSchema;
}

type Answer = Record<string, unknown>;

/** What the fake does with a request. */
export interface Behaviour {
  /** The reply's status; another than 200 is sent with `body`. */
  status?: number;
  headers?: Record<string, string>;
  /** The whole body, in the place of a completion. */
  body?: string;
  /** The model's text, in the place of its answer as JSON. */
  text?: (json: string) => string;
  /** Changes the sensible answer. */
  answer?: (answer: Answer, request: SeenRequest) => unknown;
  usage?: unknown;
  /** Ms before the first byte. */
  delayMs?: number;
  /** Ms between single bytes. */
  dripMs?: number;
  /** Never a byte. */
  hang?: boolean;
  /** Ends the connection before the headers, or in the middle of the body. */
  breaks?: 'before' | 'within';
  /** Refuses (400) requests in these formats and is sensible otherwise. */
  refuses?: readonly string[];
}

const listOf = (answer: Answer): Answer[] => (answer['days'] ?? answer['weeks'] ?? answer['items']) as Answer[];
const eachEntry = (change: Answer) => (answer: Answer) => {
  for (const entry of listOf(answer)) Object.assign(entry, change);
  return answer;
};

/** Every way to fail that a server of models has, by name; a model called `any@name` always behaves so. */
export const AI_FAULTS = {
  sensible: {},
  slow: { delayMs: 400 },
  hang: { hang: true },
  drip: { dripMs: 20 },
  reset: { breaks: 'before' },
  broken_body: { breaks: 'within' },
  too_many: { status: 429, headers: { 'retry-after': '1' }, body: '{"error":{"message":"rate limit"}}' },
  too_many_no_hint: { status: 429, body: '{"error":{"message":"rate limit"}}' },
  too_many_for_years: { status: 429, headers: { 'retry-after': '1000000000' }, body: '{}' },
  error_500: { status: 500, body: 'Internal Server Error' },
  error_503: { status: 503, headers: { 'retry-after': '0' }, body: '<html>busy</html>' },
  overloaded: { status: 529, body: '{"error":{"type":"overloaded_error"}}' },
  unauthorized: { status: 401, body: '{"error":{"message":"Incorrect API key provided"}}' },
  forbidden: { status: 403, body: '{"error":{"message":"no access"}}' },
  unknown_model: { status: 404, body: '{"error":{"message":"model not found"}}' },
  refuses_schema: { refuses: ['json_schema'] },
  refuses_formats: { refuses: ['json_schema', 'json_object'] },
  refuses_all: { refuses: ['json_schema', 'json_object', 'text'] },
  not_json: { text: () => '我认为这只股票处于吸筹阶段，建议关注。' },
  prose: { text: (json) => `好的，以下是判断：\n\n${json}\n\n以上供参考。` },
  fenced: { text: (json) => `\`\`\`json\n${json}\n\`\`\`` },
  thinking: { text: (json) => `<think>先看 {量} 再看 {价}</think>${json}` },
  truncated: { text: (json) => json.slice(0, Math.floor(json.length / 2)) },
  nan: { text: (json) => json.replace('{', '{"score": NaN, ') },
  empty_text: { text: () => '' },
  wrong_types: { answer: eachEntry({ supply_demand: 5, cycle_sub_tags: 'breakout', evidence_note: ['a'] }) },
  extra_fields: { answer: eachEntry({ id: 1, origin: 'manual', close: 99.9, __proto__: { admin: true } }) },
  unknown_words: { answer: eachEntry({ cycle_sub_tags: ['to_the_moon'], cycle_events: ['PUMP'] }) },
  too_many_events: { answer: eachEntry({ cycle_events: ['ST', 'ARE', 'AR'] }) },
  aliases: { answer: eachEntry({ cycle_events: ['BUEC', 'BU'] }) },
  wrong_code: { answer: (answer) => ({ ...answer, code: '999999' }) },
  future_date: { answer: eachEntry({ date: '2999-12-31' }) },
  list_not_object: { answer: (answer) => [answer] },
  empty_object: { answer: () => ({}) },
  empty_choices: {
    body: '{"object":"chat.completion","choices":[],"usage":{"prompt_tokens":3,"completion_tokens":0}}',
  },
  error_body: { body: '{"error":{"message":"upstream failed","code":502}}' },
  html: { body: '<!doctype html><title>login</title>' },
  huge: { text: (json) => json + ' '.repeat(5 * 1024 * 1024) },
  no_usage: { usage: null },
  mad_usage: { usage: { prompt_tokens: -5, completion_tokens: 1e300 } },
} as const satisfies Record<string, Behaviour>;
export type AiFaultName = keyof typeof AI_FAULTS;

const SENSIBLE: Behaviour = {};

/** A server of models for trials and tests: OpenAI's chat protocol, sensible answers, and every fault on request. */
export class FakeAiServer {
  readonly requests: SeenRequest[] = [];
  /** Requests that are neither answered nor given up yet. */
  open = 0;
  private readonly planned = new Map<string, Behaviour[]>();
  private constant: Behaviour = SENSIBLE;

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async start(port = 0): Promise<FakeAiServer> {
    // A connection that the server gives up while a request is on its way would look like a fault of the vendor.
    const server = createServer({ keepAliveTimeout: 120_000 });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port was given');
    const fakeAi = new FakeAiServer(server, address.port);
    server.on('request', (request, response) => {
      fakeAi.serve(request, response).catch(() => response.destroy());
    });
    return fakeAi;
  }

  /** For `AI_BASE_URL`. */
  get url(): string {
    return `http://127.0.0.1:${String(this.port)}/v1`;
  }

  get calls(): number {
    return this.requests.length;
  }

  /** What the next requests meet, in their order; those of one model only where it is named. Afterwards all is sensible. */
  next(behaviours: readonly Behaviour[], model = ''): void {
    this.planned.set(model, [...(this.planned.get(model) ?? []), ...behaviours]);
  }

  /** What every request meets for which nothing else is planned. */
  always(behaviour: Behaviour): void {
    this.constant = behaviour;
  }

  /** Forgets requests and plans. */
  reset(): void {
    this.requests.length = 0;
    this.planned.clear();
    this.constant = SENSIBLE;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const seen = seenRequest(request, Buffer.concat(chunks).toString('utf8'));
    this.requests.push(seen);
    this.open += 1;
    response.once('close', () => (this.open -= 1));
    if (seen.path !== '/v1/chat/completions' || seen.method !== 'POST') {
      response.writeHead(404).end('{"error":{"message":"no such route"}}');
      return;
    }
    await reply(this.behaviourFor(seen.model), seen, response);
  }

  private behaviourFor(model: string): Behaviour {
    const planned = this.planned.get(model)?.shift() ?? this.planned.get('')?.shift();
    if (planned !== undefined) return planned;
    const named = model.split('@')[1];
    return named !== undefined && named in AI_FAULTS ? AI_FAULTS[named as AiFaultName] : this.constant;
  }
}

function seenRequest(request: IncomingMessage, text: string): SeenRequest {
  const body = parsed(text);
  const format = body.response_format?.type ?? 'text';
  const messages = body.messages ?? [];
  // Where the format carries no schema, the last message does.
  const told = messages.at(-1)?.content.match(/\{"type".*$/)?.[0];
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    model: body.model ?? '',
    format,
    messages,
    schema: body.response_format?.json_schema?.schema ?? (JSON.parse(told ?? '{}') as SmallSchema),
  };
}

interface ChatRequest {
  model?: string;
  messages?: { role: string; content: string }[];
  response_format?: { type: string; json_schema?: { schema: SmallSchema } };
}

function parsed(text: string): ChatRequest {
  try {
    return JSON.parse(text) as ChatRequest;
  } catch {
    return {};
  }
}

async function reply(behaviour: Behaviour, seen: SeenRequest, response: ServerResponse): Promise<void> {
  if (behaviour.hang === true) return;
  if (behaviour.breaks === 'before') {
    response.destroy();
    return;
  }
  if (behaviour.delayMs !== undefined) await sleep(behaviour.delayMs);
  if (behaviour.refuses?.includes(seen.format) === true) {
    response.writeHead(400, JSON_TYPE).end(`{"error":{"message":"response_format ${seen.format} is not supported"}}`);
    return;
  }
  const body = behaviour.body ?? completion(behaviour, seen);
  response.writeHead(behaviour.status ?? 200, { ...JSON_TYPE, ...behaviour.headers });
  if (behaviour.breaks === 'within') {
    response.write(body.slice(0, body.length / 2), () => response.destroy());
    return;
  }
  for (const byte of behaviour.dripMs === undefined ? [] : Buffer.from(body)) {
    if (response.destroyed) return;
    response.write(Buffer.of(byte));
    await sleep(behaviour.dripMs);
  }
  response.end(behaviour.dripMs === undefined ? body : undefined);
}

const JSON_TYPE = { 'content-type': 'application/json' };

function completion({ answer, text, usage }: Behaviour, seen: SeenRequest): string {
  const sensible = sensibleAnswer(seen.schema, seen.model) as Answer;
  const json = JSON.stringify(answer === undefined ? sensible : answer(sensible, seen));
  const content = text === undefined ? json : text(json);
  return JSON.stringify({
    id: 'chatcmpl-fake',
    object: 'chat.completion',
    created: 1,
    model: seen.model,
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    ...(usage === null ? {} : { usage: usage ?? usualUsage(seen) }),
  });
}

/** 1,500 tokens for a question of a usual length; of a long one so many that nobody takes it for cut. */
function usualUsage({ messages }: SeenRequest): Record<string, number> {
  const bytes = Buffer.byteLength(
    messages
      .slice(0, 2)
      .map(({ content }) => content)
      .join(''),
  );
  const prompt_tokens = Math.max(1400, Math.ceil(bytes / 5.8));
  return { prompt_tokens, completion_tokens: 100, total_tokens: prompt_tokens + 100 };
}
