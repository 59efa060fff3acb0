import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { sensibleAnswer, type SmallSchema } from './fake-ai-answers';

/** How a vendor treats one of its models. What is left out, it does as the protocol says. */
export interface VendorModel {
  /** Requests in any minute, tokens in any minute, and requests at once; above it 429. */
  rpm?: number;
  tpm?: number;
  concurrency?: number;
  /** Length of the vendor's minute, ms, so that tests need not wait for a real one. */
  minuteMs?: number;
  /** Thinks before it answers, in `reasoning_content`. */
  thinks?: boolean;
  /** Refuses requests without `stream: true`, in DashScope's words. */
  streamOnly?: boolean;
  /** Cuts longer prompts without a word, as Ollama does. */
  contextTokens?: number;
  /** Its own longest answer where the request names none. */
  answerTokens?: number;
  /** Texts that the content filter withholds: `input` refuses with 400, `output` ends with `content_filter`. */
  filters?: { when: (prompt: string) => boolean; at: 'input' | 'output' };
  /** Yuan on the account; what is paid comes off it, and at nothing it is in arrears. */
  balance?: number;
  /** Says errors in a body with status 200, as MiniMax does. */
  errorsIn200?: boolean;
  refusesKey?: boolean;
  /** Takes `json_schema` and answers in fields of its own. */
  ignoresSchema?: boolean;
  /** Status of every request while it returns one: an outage. */
  outage?: () => number | undefined;
  /** Ms before the first byte, and between the pieces of a streamed answer. */
  delayMs?: number;
  pieceMs?: number;
  /** Yuan a million tokens. */
  priceIn?: number;
  priceOut?: number;
}

interface VendorRequest {
  model: string;
  stream: boolean;
  format: string;
  prompt: string;
  maxTokens: number | undefined;
  schema: SmallSchema;
}

/** What a model's requests came to. */
export interface VendorCounts {
  calls: number;
  answered: number;
  /** Calls that were refused, by the vendor's own word. */
  refused: Record<string, number>;
  /** Yuan. */
  paid: number;
  /** Answers to a prompt that had been answered, and paid, before. */
  paidTwice: number;
  /** The most requests that were open at once. */
  mostAtOnce: number;
}

interface Usage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
  prompt_tokens_details: { cached_tokens: number };
}

interface ModelState extends VendorCounts {
  open: number;
  recent: { at: number; tokens: number }[];
  prompts: Set<string>;
}

/**
 * A vendor of models with the habits of real ones, by the name of the model. It counts what is asked, answered, refused and
 * paid, so that a test can say that nothing was lost and nothing was paid twice.
 */
export class FakeVendor {
  private readonly states = new Map<string, ModelState>();

  private constructor(
    private readonly server: Server,
    readonly port: number,
    private readonly models: Readonly<Record<string, VendorModel>>,
  ) {}

  /** @param models Any number; a name that is not here is answered with 404. */
  static async start(models: Readonly<Record<string, VendorModel>>): Promise<FakeVendor> {
    // A connection that the server gives up while a request is on its way would look like a fault of the vendor.
    const server = createServer({ keepAliveTimeout: 120_000 });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port was given');
    const vendor = new FakeVendor(server, address.port, models);
    server.on('request', (request, response) => {
      vendor.serve(request, response).catch(() => response.destroy());
    });
    return vendor;
  }

  /** For `AI_BASE_URL`, or a model's `baseUrl`. */
  get url(): string {
    return `http://127.0.0.1:${String(this.port)}/v1`;
  }

  counts(model: string): VendorCounts {
    const { calls, answered, refused, paid, paidTwice, mostAtOnce } = this.stateOf(model);
    return { calls, answered, refused: { ...refused }, paid, paidTwice, mostAtOnce };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private stateOf(name: string): ModelState {
    const fresh: ModelState = {
      calls: 0,
      answered: 0,
      refused: {},
      paid: 0,
      paidTwice: 0,
      mostAtOnce: 0,
      open: 0,
      recent: [],
      prompts: new Set(),
    };
    const state = this.states.get(name) ?? fresh;
    this.states.set(name, state);
    return state;
  }

  private async serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const request = readRequest(Buffer.concat(chunks).toString('utf8'));
    const model = this.models[request.model];
    const state = this.stateOf(request.model);
    state.calls += 1;
    state.open += 1;
    state.mostAtOnce = Math.max(state.mostAtOnce, state.open);
    try {
      const refusal = model === undefined ? UNKNOWN_MODEL : refusalOf(model, state, request);
      if (refusal !== undefined) {
        state.refused[refusal.word] = (state.refused[refusal.word] ?? 0) + 1;
        response.writeHead(refusal.status, { 'content-type': 'application/json' }).end(refusal.body);
        return;
      }
      state.recent.push({ at: Date.now(), tokens: tokensOf(request.prompt) });
      if (model?.delayMs !== undefined) await sleep(model.delayMs);
      await this.answer(model ?? {}, state, request, response);
    } finally {
      state.open -= 1;
    }
  }

  private async answer(
    model: VendorModel,
    state: ModelState,
    request: VendorRequest,
    response: ServerResponse,
  ): Promise<void> {
    const { text, finish } = answerOf(model, request);
    const reasoning = model.thinks === true ? THOUGHTS : undefined;
    const prompt = Math.min(tokensOf(request.prompt), model.contextTokens ?? Infinity);
    const completion = tokensOf(text) + tokensOf(reasoning ?? '');
    const usage: Usage = {
      prompt_tokens: prompt,
      completion_tokens: completion,
      total_tokens: prompt + completion,
      prompt_tokens_details: { cached_tokens: 0 },
    };
    const hash = createHash('sha256').update(request.prompt).digest('hex');
    const cost = (prompt * (model.priceIn ?? 0) + completion * (model.priceOut ?? 0)) / 1e6;
    state.answered += 1;
    state.paid += cost;
    if (state.prompts.has(hash)) state.paidTwice += 1;
    state.prompts.add(hash);
    if (request.stream) {
      await stream(response, { request, text, reasoning, finish, usage, pieceMs: model.pieceMs });
      return;
    }
    const message = {
      role: 'assistant',
      content: text,
      ...(reasoning === undefined ? {} : { reasoning_content: reasoning }),
    };
    const choices = [{ index: 0, message, finish_reason: finish }];
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ id: 'x', object: 'chat.completion', created: 1, model: request.model, choices, usage }));
  }
}

const THOUGHTS = '先看量，再看价：缩量回踩，等确认。'.repeat(20);

interface Refusal {
  word: string;
  status: number;
  body: string;
}

const UNKNOWN_MODEL: Refusal = {
  word: 'unknown_model',
  status: 404,
  body: errorBody('model_not_found', 'no such model'),
};

/** What this vendor refuses before it works on a request. */
function refusalOf(model: VendorModel, state: ModelState, request: VendorRequest): Refusal | undefined {
  const minuteMs = model.minuteMs ?? 60_000;
  state.recent = state.recent.filter(({ at }) => at > Date.now() - minuteMs);
  const tokens = state.recent.reduce((sum, one) => sum + one.tokens, tokensOf(request.prompt));
  const outage = model.outage?.();
  if (outage !== undefined) return { word: 'outage', status: outage, body: errorBody('server_error', 'out of order') };
  if (model.refusesKey === true)
    return { word: 'key', status: 401, body: errorBody('invalid_api_key', 'Incorrect API key provided') };
  if (model.balance !== undefined && state.paid >= model.balance) return arrears(model);
  const atOnce = model.concurrency !== undefined && state.open > model.concurrency;
  if (atOnce || state.recent.length >= (model.rpm ?? Infinity) || tokens > (model.tpm ?? Infinity))
    return tooMany(model);
  if (model.streamOnly === true && !request.stream) {
    const words = 'parameter.enable_thinking must be set to false for non-streaming calls';
    return { word: 'stream_only', status: 400, body: errorBody('invalid_parameter_error', words) };
  }
  if (model.filters?.at === 'input' && model.filters.when(request.prompt)) {
    const words = 'Input data may contain inappropriate content.';
    return { word: 'filtered', status: 400, body: errorBody('data_inspection_failed', words) };
  }
  return undefined;
}

function arrears({ errorsIn200 }: VendorModel): Refusal {
  return errorsIn200 === true
    ? {
        word: 'arrears',
        status: 200,
        body: '{"choices":null,"base_resp":{"status_code":1008,"status_msg":"insufficient balance"}}',
      }
    : {
        word: 'arrears',
        status: 400,
        body: errorBody('Arrearage', 'Access denied, please make sure your account is in good standing.'),
      };
}

function tooMany({ errorsIn200 }: VendorModel): Refusal {
  return errorsIn200 === true
    ? {
        word: 'limits',
        status: 200,
        body: '{"choices":null,"base_resp":{"status_code":1002,"status_msg":"rate limit exceeded(RPM)"}}',
      }
    : {
        word: 'limits',
        status: 429,
        body: errorBody('rate_limit_reached_error', 'max request rate reached, please try again after 1 seconds'),
      };
}

function errorBody(code: string, message: string): string {
  return JSON.stringify({ error: { code, type: code, message } });
}

function answerOf(model: VendorModel, request: VendorRequest): { text: string; finish: string } {
  if (model.filters?.at === 'output' && model.filters.when(request.prompt))
    return { text: '', finish: 'content_filter' };
  if (model.ignoresSchema === true && request.format === 'json_schema') {
    return { text: '{"analysis":"缩量整理","suggestion":"观察"}', finish: 'stop' };
  }
  const text = JSON.stringify(sensibleAnswer(request.schema, `${request.model}/${request.prompt.length}`));
  const most = Math.min(request.maxTokens ?? Infinity, model.answerTokens ?? Infinity);
  // One token is three characters here, as in `tokensOf` of plain ASCII.
  return tokensOf(text) > most ? { text: text.slice(0, most * 3), finish: 'length' } : { text, finish: 'stop' };
}

function tokensOf(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 3);
}

interface Streamed {
  request: VendorRequest;
  text: string;
  reasoning: string | undefined;
  finish: string;
  usage: Usage;
  pieceMs: number | undefined;
}

async function stream(
  response: ServerResponse,
  { request, text, reasoning, finish, usage, pieceMs }: Streamed,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  const send = async (part: object): Promise<void> => {
    const body = { id: 'x', object: 'chat.completion.chunk', created: 1, model: request.model, ...part };
    response.write(`data: ${JSON.stringify(body)}\n\n`);
    if (pieceMs !== undefined) await sleep(pieceMs);
  };
  const choice = (delta: object, finish_reason: string | null = null): object => ({
    choices: [{ index: 0, delta, finish_reason }],
  });
  response.write(': keep-alive\n\n');
  for (const piece of piecesOf(reasoning ?? '')) await send(choice({ reasoning_content: piece }));
  for (const piece of piecesOf(text)) await send(choice({ content: piece }));
  await send(choice({}, finish));
  await send({ choices: [], usage });
  response.end('data: [DONE]\n\n');
}

function piecesOf(text: string): string[] {
  return text.match(/[^]{1,60}/gu) ?? [];
}

interface ChatBody {
  model?: string;
  stream?: boolean;
  max_tokens?: number;
  max_completion_tokens?: number;
  messages?: { role: string; content: string }[];
  response_format?: { type: string; json_schema?: { schema: SmallSchema } };
}

function readRequest(text: string): VendorRequest {
  const body = JSON.parse(text) as ChatBody;
  const messages = body.messages ?? [];
  const told = messages.at(-1)?.content.match(/\{"type".*$/)?.[0];
  return {
    model: body.model ?? '',
    stream: body.stream === true,
    format: body.response_format?.type ?? 'text',
    prompt: messages.map(({ content }) => content).join('\n'),
    maxTokens: body.max_tokens ?? body.max_completion_tokens,
    schema: body.response_format?.json_schema?.schema ?? (JSON.parse(told ?? '{}') as SmallSchema),
  };
}
