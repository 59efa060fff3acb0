import fc from 'fast-check';
import { createStockCycleClient, StockCycleError, type StreamEvent, type StreamOptions } from '../index.js';

type Answer = (request: Request) => Response | Promise<Response>;
type Options = Partial<Omit<StreamOptions, 'params'>>;

const HEADERS = { 'content-type': 'text/event-stream' };
const encoder = new TextEncoder();

/** The chunks as the body of a response, which then ends, breaks, or stays open until the request is aborted. */
function answerWith(chunks: readonly (string | Uint8Array)[], then: 'end' | 'break' | 'stay' = 'end'): Answer {
  return ({ signal }) => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const chunk of chunks) controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk);
        if (then === 'end') controller.close();
        if (then === 'stay') signal.addEventListener('abort', () => controller.error(signal.reason));
      },
      pull: (controller) => {
        // Not at once: an error takes with it what nobody has read.
        if (then === 'break') controller.error(new TypeError('terminated'));
      },
    });
    return new Response(body, { headers: HEADERS });
  };
}

function reject(status: number, body: object, headers: Record<string, string> = {}): Answer {
  return () => Response.json(body, { status, headers });
}

/** A stream whose connections get these answers, one after the other, and the requests that were sent. */
function follow(answers: readonly Answer[], options: Options = {}) {
  const requests: Request[] = [];
  const client = createStockCycleClient({
    baseUrl: 'http://127.0.0.1',
    apiKey: 'sck_key',
    fetch: async (request) => {
      const answer = answers[requests.length];
      requests.push(request);
      if (answer === undefined) throw new TypeError('fetch failed');
      return answer(request);
    },
  });
  const events = client.stream('/api/stock-cycle/scans/{id}/events', {
    params: { path: { id: 7 } },
    retryMs: 1,
    ...options,
  });
  return { events, requests };
}

async function readAll(events: AsyncIterable<StreamEvent<unknown>>): Promise<[type: string, data: unknown][]> {
  const read: [string, unknown][] = [];
  for await (const { type, data } of events) read.push([type, data]);
  return read;
}

const progress = (n: number): string => `event: progress\nid: ${n}\ndata: {"n":${n}}\n\n`;
const COMPLETED = 'event: completed\ndata: {"n":9}\n\n';
const END = ['completed', { n: 9 }];

it('reads the events of a stream, wherever its bytes are cut', async () => {
  const lineOf = fc.record({
    data: fc.jsonValue(),
    indent: fc.constantFrom(undefined, 2),
    space: fc.constantFrom('', ' '),
    before: fc.constantFrom('', ': heartbeat\n\n', ': heartbeat\n', 'retry: 1\n', 'id: 12\n', 'unknown: x\n'),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(lineOf, { maxLength: 6 }),
      fc.constantFrom('\n', '\r\n'),
      fc.array(fc.nat(400), { maxLength: 20 }),
      async (lines, newline, cuts) => {
        const blocks = lines.map(({ data, indent, space, before }) => {
          const text = JSON.stringify({ 行情: data }, null, indent).replaceAll(/^/gm, `data:${space}`);
          return `${before}event:${space}progress\n${text}\n\n`;
        });
        const bytes = encoder.encode(`\n${blocks.join('')}${COMPLETED}`.replaceAll('\n', newline));
        const borders = [0, ...cuts.filter((at) => at < bytes.length).sort((a, b) => a - b), bytes.length];
        const chunks = borders.slice(1).map((to, index) => bytes.slice(borders[index], to));
        const { events, requests } = follow([answerWith(chunks)]);
        expect(await readAll(events)).toEqual([
          ...lines.map(({ data }) => ['progress', { 行情: JSON.parse(JSON.stringify(data)) }]),
          END,
        ]);
        expect(requests).toHaveLength(1);
      },
    ),
    { numRuns: 200 },
  );
});

it('requests the stream with the credential', async () => {
  const { events, requests } = follow([answerWith([COMPLETED])]);
  await readAll(events);
  expect(requests.map(({ url, headers }) => [url, headers.get('authorization'), headers.get('accept')])).toEqual([
    ['http://127.0.0.1/api/stock-cycle/scans/7/events', 'Bearer sck_key', 'text/event-stream'],
  ]);
});

it.each<[string, Answer]>([
  ['breaks', answerWith([progress(1)], 'break')],
  ['ends before the last event', answerWith([progress(1)])],
  ['ends within an event', answerWith([progress(1), 'event: completed\ndata: {"n"'])],
  ['reports that the server could not read on', answerWith([progress(1), 'event: error\ndata: connection lost\n\n'])],
])('opens a stream again that %s', async (_what, first) => {
  const { events, requests } = follow([first, answerWith([progress(2), COMPLETED])]);
  expect(await readAll(events)).toEqual([['progress', { n: 1 }], ['progress', { n: 2 }], END]);
  expect(requests).toHaveLength(2);
});

describe('a silent connection', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] }));
  afterEach(() => jest.useRealTimers());

  it('is left after a minute, and not before', async () => {
    let send: (text: string) => void = () => undefined;
    const live: Answer = ({ signal }) => {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          send = (text) => controller.enqueue(encoder.encode(text));
          signal.addEventListener('abort', () => controller.error(signal.reason));
        },
      });
      return new Response(body, { headers: HEADERS });
    };
    const { events, requests } = follow([live, answerWith([COMPLETED])]);
    for (const n of [1, 2, 3]) {
      const next = events.next();
      if (n === 1) await new Promise(setImmediate);
      send(progress(n));
      expect((await next).value).toEqual({ type: 'progress', data: { n } });
      jest.advanceTimersByTime(59_000);
    }
    expect(requests.map(({ signal }) => signal.aborted)).toEqual([false]);
    jest.advanceTimersByTime(1_000);
    expect(await readAll(events)).toEqual([END]);
    expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, true]);
  });
});

it.each<[string, Answer]>([
  ['a response', () => new Response(null, { status: 503, headers: { 'retry-after': '3600' } })],
  ['a stream', answerWith(['retry: 3600000\n', progress(1)], 'break')],
])('waits as long as %s says', async (_what, first) => {
  const stop = new AbortController();
  const answer: Answer = (request) => {
    setTimeout(() => stop.abort(new Error('enough')), 50);
    return first(request);
  };
  const { events, requests } = follow([answer, answerWith([COMPLETED])], { signal: stop.signal });
  await expect(readAll(events)).rejects.toThrow('enough');
  expect(requests).toHaveLength(1);
});

it('retries while the server is unavailable, and counts again from zero after an event', async () => {
  const unavailable = reject(
    503,
    { success: false, error: 'shortly', code: 'database_unavailable' },
    { 'retry-after': '0' },
  );
  const { events, requests } = follow(
    [unavailable, unavailable, answerWith([progress(1)]), unavailable, answerWith([COMPLETED])],
    {
      attempts: 3,
    },
  );
  expect(await readAll(events)).toEqual([['progress', { n: 1 }], END]);
  expect(requests).toHaveLength(5);
});

it('fails after so many attempts in a row', async () => {
  const { events, requests } = follow([answerWith([progress(1)])], { attempts: 3 });
  await expect(readAll(events)).rejects.toMatchObject({ name: 'StockCycleError', status: 0, code: 'unreachable' });
  expect(requests).toHaveLength(3);
});

it.each([
  [401, { error: 'credentials are needed' }, { code: 'unauthorized', message: 'credentials are needed' }],
  [403, { success: false, error: 'no', code: 'administrator_key_only' }, { code: 'administrator_key_only' }],
  [404, { success: false, error: 'no', code: 'not_found' }, { code: 'not_found' }],
  [429, { success: false, error: 'no', code: 'too_many_streams' }, { code: 'too_many_streams', retryAfter: 20 }],
])('a response %s is an error at once', async (status, body, expected) => {
  const { events, requests } = follow([reject(status, body, { 'retry-after': '20' }), answerWith([COMPLETED])]);
  const error: unknown = await readAll(events).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(StockCycleError);
  expect(error).toMatchObject({ status, ...expected });
  expect(requests).toHaveLength(1);
});

it.each<[string, Answer]>([
  ['no_event_stream', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ['unreadable_event', answerWith(['event: progress\ndata: <html>\n\n'])],
])('a response that no server of ours sends is the error %s', async (code, answer) => {
  const { events, requests } = follow([answer, answerWith([COMPLETED])]);
  await expect(readAll(events)).rejects.toMatchObject({ status: 200, code });
  expect(requests).toHaveLength(1);
});

it('throws the reason of its signal, and closes the connection', async () => {
  const stop = new AbortController();
  const { events, requests } = follow([answerWith([progress(1)], 'stay')], { signal: stop.signal, attempts: 1 });
  expect((await events.next()).value).toEqual({ type: 'progress', data: { n: 1 } });
  const next = events.next();
  stop.abort(new Error('enough'));
  await expect(next).rejects.toThrow('enough');
  expect(requests.map(({ signal }) => signal.aborted)).toEqual([true]);
  expect(await events.next()).toEqual({ done: true, value: undefined });
});

it('throws the reason of its signal while it waits for the next attempt', async () => {
  const stop = new AbortController();
  const unavailable: Answer = () => {
    setTimeout(() => stop.abort(new Error('enough')), 10);
    return new Response(null, { status: 503 });
  };
  const { events } = follow([unavailable], { signal: stop.signal, retryMs: 3_600_000 });
  await expect(readAll(events)).rejects.toThrow('enough');
});

it('closes the connection when the reader leaves', async () => {
  const { events, requests } = follow([answerWith([progress(1)], 'stay')]);
  for await (const { type } of events) {
    expect(type).toBe('progress');
    break;
  }
  expect(requests.map(({ signal }) => signal.aborted)).toEqual([true]);
});
