import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';
import { loadConfig } from '#lib/config';

const ROOT = resolve(__dirname, '../..');

interface Service {
  image?: string;
  command?: string[];
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
}

const dockerfile = readFileSync(resolve(ROOT, 'docker/Dockerfile'), 'utf8');
const compose = parse(readFileSync(resolve(ROOT, 'docker/compose.yaml'), 'utf8'), { merge: true }) as {
  services: Record<string, Service>;
};
const ignored = readFileSync(resolve(ROOT, '.dockerignore'), 'utf8').split('\n');

/** Paths of the build context that the Dockerfile copies; copies between stages name no such path. */
const copied = dockerfile
  .split('\n')
  .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
  .flatMap((line) => line.split(/\s+/).slice(1, -1));

it.each([...new Set(copied)])('COPY %s: it exists and .dockerignore lets it through', (path) => {
  expect(existsSync(resolve(ROOT, path))).toBe(true);
  expect(ignored).toContain(`!${path}`);
});

it('the image runs as a user without rights, without development packages, and tells its health', () => {
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  expect(last).toMatch(/^USER node$/m);
  expect(last).toContain('/health/ready');
  expect(last).not.toContain('npm ');
  expect(dockerfile).toContain('--omit=dev');
});

const programs = Object.entries(compose.services).filter(([, service]) => service.image === 'stock-cycle');

it.each(programs)('%s runs a program that the build makes', (_name, service) => {
  const program = service.command?.at(-1) ?? '';
  expect(program).toMatch(/^dist\/.*\.js$/);
  expect(existsSync(resolve(ROOT, program.replace(/^dist\//, '').replace(/\.js$/, '.ts')))).toBe(true);
});

it.each(programs)('%s gets settings that the program accepts in production', (_name, service) => {
  const environment = Object.fromEntries(
    Object.entries(service.environment ?? {}).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1').replaceAll(/\$\{\w+:\?[^}]*\}/g, 'x'.repeat(32)),
    ]),
  );
  const config = loadConfig({ ...environment, NODE_ENV: 'production' });
  expect(config).toMatchObject({ databaseUrl: expect.any(String), redisUrl: 'redis://valkey:6379' });
});

it('the queue store keeps what it has, and the API and the worker wait for the migration', () => {
  expect(compose.services['valkey']?.command).toEqual(
    expect.arrayContaining(['--appendonly', 'yes', '--maxmemory-policy', 'noeviction']),
  );
  for (const name of ['api', 'worker']) {
    expect(compose.services[name]?.depends_on?.['migrate']?.condition).toBe('service_completed_successfully');
  }
});
