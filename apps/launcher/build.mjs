import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ensureConsoleBuilt } from './build-console.mjs';
import { ensureInstalled } from './install.mjs';
import { ROOT } from './root.mjs';

const DIST = join(ROOT, 'dist');
const STAMP = '.sources';
const SETTINGS = 'nest-cli.json';
const COMPILER_SETTINGS = '.swcrc';
const NEST = join(ROOT, 'node_modules/@nestjs/cli/bin/nest.js');

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
    compile(draft);
    writeFileSync(join(draft, STAMP), stamp);
    rmSync(DIST, { recursive: true, force: true });
    renameSync(draft, DIST);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  if (!quiet) console.error(`Built ${sources.length} files in ${Date.now() - started} ms.`);
}

/** `nest build` with the settings of nest-cli.json, into another folder, so that a running service keeps the files it started with. */
function compile(target) {
  const settings = readSettings();
  settings.compilerOptions.builder.options.outDir = basename(target);
  // The CLI resolves the name of its settings and of the folder from the working directory.
  const draft = `${basename(target)}.json`;
  writeFileSync(join(ROOT, draft), JSON.stringify(settings));
  try {
    const { status, stdout, stderr } = spawnSync(process.execPath, [NEST, 'build', '--config', draft], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`nest build failed:\n${stdout}${stderr}`);
  } finally {
    rmSync(join(ROOT, draft), { force: true });
  }
}

/** Source files of the programs, without tests, relative to the project: those that `nest build` compiles. */
function sourceFiles() {
  return readSettings()
    .compilerOptions.builder.options.filenames.flatMap((folder) => filesIn(folder))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .sort();
}

function readSettings() {
  return JSON.parse(readFileSync(join(ROOT, SETTINGS), 'utf8'));
}

function filesIn(folder) {
  const entries = readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(ROOT.length + 1)
        .replaceAll('\\', '/'),
    );
}

function stampOf(sources) {
  const hash = createHash('sha256');
  for (const file of [...sources, COMPILER_SETTINGS, SETTINGS, 'package.json', 'apps/launcher/build.mjs']) {
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
