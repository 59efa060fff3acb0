// npm run dev: the supervisor, built and started again at every change of a source file.
import { fork } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureConsoleBuilt } from './build-console.mjs';
import { ensureInstalled } from './install.mjs';
import { loadEnvFile, ROOT } from './root.mjs';

const QUIET_MS = 200;

let supervisor;
let stopping = false;
let timer;
let restarting = Promise.resolve();

function start() {
  supervisor = fork(join(ROOT, 'dist/apps/supervisor/src/main.js'), {
    cwd: ROOT,
    // Out of the terminal's reach: Ctrl-C comes here first and is passed on once.
    detached: true,
  });
}

async function stop() {
  if (supervisor.exitCode !== null || supervisor.signalCode !== null) return;
  const exit = new Promise((resolve) => supervisor.once('exit', resolve));
  supervisor.kill('SIGTERM');
  await exit;
}

/** A source that doesn't compile leaves the running build as it is. */
async function restart() {
  if (stopping) return;
  try {
    await ensureBuilt();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return;
  }
  await stop();
  if (!stopping) start();
}

process.chdir(ROOT);
loadEnvFile();
ensureInstalled();
await ensureBuilt();
await ensureConsoleBuilt();
start();
for (const top of ['apps', 'libs']) {
  watch(join(ROOT, top), { recursive: true }, (_event, file) => {
    // The console has a server of its own for its sources: npm run dev:console.
    if (!file?.endsWith('.ts') || file.endsWith('.spec.ts') || file.startsWith('console')) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      restarting = restarting.then(restart);
    }, QUIET_MS);
  });
}
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(name, async () => {
    if (stopping) return;
    stopping = true;
    await stop();
    process.exit(0);
  });
}
