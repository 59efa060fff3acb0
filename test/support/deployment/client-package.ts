import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../../..');

interface Packed {
  filename: string;
  files: { path: string }[];
}

/**
 * Installs packages/client into a folder as `npm install --install-links` would, without a registry: what `npm pack` takes,
 * and links to the packages that it depends on.
 * @returns the files of the package.
 */
export function installClient(folder: string): string[] {
  const target = join(folder, 'node_modules/stock-cycle-client');
  mkdirSync(dirname(target), { recursive: true });
  const output = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: join(ROOT, 'packages/client'),
    encoding: 'utf8',
  });
  const [packed] = JSON.parse(output) as [Packed];
  execFileSync('tar', ['-xzf', join(folder, packed.filename), '-C', folder]);
  renameSync(join(folder, 'package'), target);
  for (const name of ['eventsource-parser', 'openapi-fetch', 'openapi-typescript-helpers']) {
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  }
  return packed.files.map(({ path }) => path).sort();
}

/** Names of the examples of a language. */
export function listExamples(extension: '.ts' | '.py'): string[] {
  return readdirSync(join(ROOT, 'packages/client/examples')).filter((name) => name.endsWith(extension));
}
