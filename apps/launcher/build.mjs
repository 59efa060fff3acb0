import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureConsoleBuilt } from './build-console.mjs';
import { ensureInstalled } from './install.mjs';
import { ROOT } from './root.mjs';

const DIST = join(ROOT, 'dist');
const STAMP = '.sources';
const COMPILER_SETTINGS = '.swcrc';

/**
 * Compiles apps and libs to dist/ where a source file is newer, other or gone since the last time.
 * @param quiet says nothing of it.
 */
export async function ensureBuilt({ quiet = false } = {}) {
  const sources = sourceFiles();
  const stamp = stampOf(sources);
  if (readStamp() === stamp) return;
  const started = Date.now();
  const draft = `${DIST}.${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  try {
    await compile(sources, draft);
    writeFileSync(join(draft, STAMP), stamp);
    rmSync(DIST, { recursive: true, force: true });
    renameSync(draft, DIST);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  if (!quiet) console.error(`Built ${sources.length} files in ${Date.now() - started} ms.`);
}

async function compile(sources, target) {
  const { transformFile } = await import('@swc/core');
  const { $schema: _, ...options } = JSON.parse(readFileSync(join(ROOT, COMPILER_SETTINGS), 'utf8'));
  const results = await Promise.allSettled(
    sources.map(async (source) => {
      const output = join(target, source.replace(/\.ts$/, '.js'));
      const { code, map } = await transformFile(join(ROOT, source), { ...options, swcrc: false });
      mkdirSync(dirname(output), { recursive: true });
      writeFileSync(output, `${code}\n//# sourceMappingURL=${output.slice(output.lastIndexOf('/') + 1)}.map\n`);
      writeFileSync(`${output}.map`, map);
    }),
  );
  const failure = results.find((result) => result.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
}

/** Source files of the programs, without tests, relative to the project. */
function sourceFiles() {
  return ['apps', 'libs']
    .flatMap((top) => readdirSync(join(ROOT, top)).map((name) => `${top}/${name}/src`))
    .flatMap((folder) => filesIn(folder))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && !file.startsWith('apps/console/'))
    .sort();
}

function filesIn(folder) {
  try {
    const entries = readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(ROOT.length + 1)
          .replaceAll('\\', '/'),
      );
  } catch {
    return [];
  }
}

function stampOf(sources) {
  const hash = createHash('sha256');
  for (const file of [...sources, COMPILER_SETTINGS, 'package.json', 'apps/launcher/build.mjs']) {
    const { mtimeMs, size } = statSync(join(ROOT, file));
    hash.update(`${file} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex');
}

function readStamp() {
  try {
    return readFileSync(join(DIST, STAMP), 'utf8');
  } catch {
    return undefined;
  }
}

if (process.argv[1] === import.meta.filename) {
  ensureInstalled();
  await ensureBuilt();
  await ensureConsoleBuilt();
}
