import { rm } from 'node:fs/promises';
import { Agent, get, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { build, RunningProgram, untilGone } from '../support/processes/running-program';
import { makeScratchFolder } from '../support/processes/scratch-folder';
import { until } from '../support/until';

const LIMIT_MS = 180_000;

let dataDir: string;
let program: RunningProgram;

beforeAll(async () => {
  build();
  dataDir = await makeScratchFolder();
  program = new RunningProgram(dataDir, { API_PROCESSES: '2' });
  await program.untilReady();
}, LIMIT_MS);

afterAll(async () => {
  await program.end('SIGTERM');
  await rm(dataDir, { recursive: true, force: true });
});

/** Id of the newest process with that number, from its own log. */
function pidOf(number: 1 | 2): number {
  const lines = program.output.matchAll(new RegExp(`"process":"api","pid":(\\d+),"apiProcess":${number}[,}]`, 'g'));
  return Number([...lines].at(-1)?.[1]);
}

/** By a connection of its own, so that any process may take it. @returns the body. */
function ask(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(`${program.address}${path}`, { agent: new Agent() }, (response) => {
      text(response).then((body) => {
        if (response.statusCode === 200) resolve(body);
        else reject(new Error(`${path}: ${response.statusCode} ${body}`));
      }, reject);
    }).on('error', reject);
  });
}

const askMany = (count: number, path: string) => Promise.all(Array.from({ length: count }, () => ask(path)));

/** Which process wrote each line of a request since `from`. */
function processesThatAnswered(from: number): Set<string> {
  const lines = program.output.slice(from).matchAll(/"apiProcess":(\d),"requestId"/g);
  return new Set([...lines].map(([, number = '']) => number));
}

async function untilBothAnswer(): Promise<void> {
  const from = program.output.length;
  await until('both processes answer', LIMIT_MS, async () => {
    await askMany(16, '/api/stock-cycle/sessions').catch(() => undefined);
    return processesThatAnswered(from).size === 2;
  });
}

it('both processes answer requests of the one port', untilBothAnswer, LIMIT_MS);

it(
  'whichever process tells the metrics, it tells those of both, and no counter goes back',
  async () => {
    const seen = new Map<string, number>();
    for (let scrape = 0; scrape < 12; scrape++) {
      await askMany(8, '/api/stock-cycle/sessions');
      const lines = (await ask('/metrics')).split('\n');
      const counts = lines.filter((line) => line.startsWith('http_request_duration_seconds_count{'));
      for (const line of counts) {
        const [series = '', value] = line.split(' ');
        expect(Number(value)).toBeGreaterThanOrEqual(seen.get(series) ?? 0);
        seen.set(series, Number(value));
      }
      for (const number of ['1', '2']) {
        expect(counts.filter((line) => line.includes(`api_process="${number}"`)).length).toBeGreaterThan(0);
        expect(
          lines.filter((line) => line.startsWith(`process_resident_memory_bytes{api_process="${number}"}`)),
        ).toHaveLength(1);
      }
      expect(lines.filter((line) => line.startsWith('database_up '))).toEqual(['database_up 1']);
      expect(lines.filter((line) => line === '# TYPE http_request_duration_seconds histogram')).toHaveLength(1);
    }
    // Some of the figures changed between two pages: 96 requests were counted by now.
    const [sessions] = [[...seen].filter(([series]) => series.includes('/sessions"'))];
    expect(sessions.reduce((sum, [, value]) => sum + value, 0)).toBeGreaterThanOrEqual(96);
  },
  LIMIT_MS,
);

interface Answered {
  status: number;
  body: { success?: boolean; data?: unknown; result?: unknown };
  text: string;
}

interface Asked {
  method?: string;
  bearer?: string;
  json?: object;
  csv?: string;
  accept?: string;
}

/** As {@link ask}, with any method, body and status. */
function send(path: string, { method, bearer, json, csv, accept = 'application/json' }: Asked = {}): Promise<Answered> {
  const body = json === undefined ? csv : JSON.stringify(json);
  const headers = {
    accept,
    ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    ...(body === undefined ? {} : { 'content-type': json === undefined ? 'text/csv' : 'application/json' }),
  };
  return new Promise((resolve, reject) => {
    const options = { method: method ?? (body === undefined ? 'GET' : 'POST'), agent: new Agent(), headers };
    request(`${program.address}${path}`, options, (response) => {
      text(response).then((answer) => {
        const isJson = response.headers['content-type']?.startsWith('application/json') === true;
        const parsed = (isJson ? JSON.parse(answer) : {}) as Answered['body'];
        resolve({ status: response.statusCode ?? 0, body: parsed, text: answer });
      }, reject);
    })
      .on('error', reject)
      .end(body);
  });
}

/** Sends the same many times, until both processes have answered. @returns all responses. */
async function sendToBoth(path: string, asked: Asked = {}): Promise<Answered[]> {
  const responses: Answered[] = [];
  const from = program.output.length;
  await until('both processes answer', LIMIT_MS, async () => {
    responses.push(...(await Promise.all(Array.from({ length: 8 }, () => send(path, asked)))));
    return processesThatAnswered(from).size === 2;
  });
  return responses;
}

const statusesOf = (responses: readonly Answered[]): number[] => [...new Set(responses.map(({ status }) => status))];

it(
  'both processes take a login, a key until it is revoked, what was uploaded, and requests of agents',
  async () => {
    const password = /password +(\S+)/.exec(program.output)?.[1] ?? '';
    const login = await send('/api/auth/login', { json: { username: 'admin', password } });
    const { token: bearer } = login.body.data as { token: string };
    expect(statusesOf(await sendToBoth('/api/auth/me', { bearer }))).toEqual([200]);
    const made = await send('/api/auth/api-keys', { bearer, json: { name: 'agent', scopes: ['read'] } });
    const { id, key } = made.body.data as { id: number; key: string };

    const list = {
      bearer: key,
      json: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      accept: 'application/json, text/event-stream',
    };
    const lists = await sendToBoth('/mcp', list);
    expect(statusesOf(lists)).toEqual([200]);
    expect(new Set(lists.map((response) => response.text)).size).toBe(1);

    const upload = await send('/api/positions/import', { bearer, csv: 'code,quantity\n600519,100\n' });
    expect([upload.status, upload.body.data]).toEqual([200, expect.objectContaining({ created: 1 })]);
    const held = await sendToBoth('/api/positions', { bearer });
    const amounts = held.map(({ body }) =>
      (body.data as { items: { quantity: number }[] }).items.map((item) => item.quantity),
    );
    expect(new Set(amounts.map(String))).toEqual(new Set(['100']));

    expect((await send(`/api/auth/api-keys/${id}`, { method: 'DELETE', bearer })).status).toBe(200);
    expect(statusesOf(await sendToBoth('/mcp', list))).toEqual([401]);
  },
  LIMIT_MS,
);

it(
  'the other process answers while a killed one is replaced',
  async () => {
    const before = pidOf(1);
    const other = pidOf(2);
    process.kill(before, 'SIGKILL');
    await untilGone([before]);
    // The dead one accepts nothing any more, so none of these may fail.
    await askMany(20, '/api/stock-cycle/sessions');
    await program.untilItSays('The api 1 has died (SIGKILL); starting it again in 0.5 s.');
    await until('another process runs', LIMIT_MS, () => pidOf(1) !== before);
    await untilBothAnswer();
    expect(pidOf(2)).toBe(other);
  },
  LIMIT_MS,
);

it(
  'a stop ends requests in flight with their replies, and refuses by a reply what it reads later',
  async () => {
    const from = program.output.length;
    // A wrong password takes its time.
    const logins = Array.from(
      { length: 8 },
      (_, index) =>
        new Promise<number>((resolve, reject) => {
          const body = JSON.stringify({ username: `user${index}`, password: 'not the password' });
          request(
            `${program.address}/api/auth/login`,
            { method: 'POST', agent: new Agent(), headers: { 'content-type': 'application/json' } },
            (response) => response.resume().on('end', () => resolve(response.statusCode ?? 0)),
          )
            .on('error', reject)
            .end(body);
        }),
    );
    await until('the first login is answered', LIMIT_MS, () => processesThatAnswered(from).size > 0);
    const pids = [program.pid, pidOf(1), pidOf(2), program.pidOf('worker')];
    expect(await program.end('SIGTERM')).toBe(0);
    const statuses = await Promise.all(logins);
    expect(statuses.filter((status) => ![401, 503].includes(status))).toEqual([]);
    expect(statuses).toContain(401);
    expect(program.output).not.toMatch(/api \d did not stop/);
    await untilGone(pids);
  },
  LIMIT_MS,
);

it('a number of processes that is not possible stops the start with one sentence', async () => {
  const wrong = new RunningProgram(dataDir, { API_PROCESSES: 'many' });
  expect(await wrong.exitCode()).toBe(1);
  expect(wrong.output).toBe("Stock Cycle can't start: API_PROCESSES must be a whole number from 1 to 8.\n");
});
