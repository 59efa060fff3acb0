import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { ROOT } from './root.mjs';

const CONSOLE = join(ROOT, 'apps/console');
const DIST = join(CONSOLE, 'dist');
const STAMP = '.sources';
const SMALLEST_COMPRESSED = 1024;

/**
 * Builds the web console to apps/console/dist where a source of it has changed since the last time. A process of its own
 * builds: the bundler keeps hundreds of megabytes and its threads for life, and the caller may become the supervisor.
 * @throws Error if the build fails; what it printed says why.
 */
export async function ensureConsoleBuilt() {
  // An image or an archive may bring the built console alone.
  if (!existsSync(join(CONSOLE, 'src')) || readStamp() === stampOf(sourceFiles())) return;
  const started = Date.now();
  // A test that builds has another NODE_ENV, with which the page would ask for React's development parts and stay empty.
  const env = { ...process.env, NODE_ENV: 'production' };
  const builder = spawn(process.execPath, [import.meta.filename], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(builder, 'exit');
  if (code !== 0) throw new Error('the console could not be built');
  console.error(`Built the console in ${Date.now() - started} ms.`);
}

async function build() {
  const stamp = stampOf(sourceFiles());
  const draft = `${DIST}.${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  try {
    const vite = await import('vite');
    await vite.build({ configFile: join(CONSOLE, 'vite.config.mjs'), build: { outDir: draft } });
    await compressFiles(join(draft, 'assets'));
    writeFileSync(join(draft, STAMP), stamp);
    rmSync(DIST, { recursive: true, force: true });
    renameSync(draft, DIST);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Once, at build time, and as small as it gets: the server only sends. */
async function compressFiles(folder) {
  const brotli = promisify(brotliCompress);
  const zip = promisify(gzip);
  await Promise.all(
    readdirSync(folder).map(async (name) => {
      const content = readFileSync(join(folder, name));
      if (content.length < SMALLEST_COMPRESSED || !/\.(?:js|css|svg)$/.test(name)) return;
      const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
      writeFileSync(join(folder, `${name}.br`), await brotli(content, { params }));
      writeFileSync(join(folder, `${name}.gz`), await zip(content, { level: constants.Z_BEST_COMPRESSION }));
    }),
  );
}

function sourceFiles() {
  const sources = readdirSync(join(CONSOLE, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.spec\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  return [
    ...sources.sort(),
    ...['index.html', 'vite.config.mjs', 'tsconfig.json'].map((name) => join(CONSOLE, name)),
    join(ROOT, 'package-lock.json'),
    import.meta.filename,
  ].filter((file) => existsSync(file));
}

function stampOf(sources) {
  const hash = createHash('sha256');
  for (const file of sources) {
    const { mtimeMs, size } = statSync(file);
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

if (process.argv[1] === import.meta.filename) await build();
