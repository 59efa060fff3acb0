// npm start: installs what is missing, builds what is stale, runs the supervisor.
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureConsoleBuilt } from './build-console.mjs';
import { ensureInstalled } from './install.mjs';
import { loadEnvFile, ROOT } from './root.mjs';

process.chdir(ROOT);
loadEnvFile();
ensureInstalled();
await ensureBuilt();
await ensureConsoleBuilt();
await import(pathToFileURL(join(ROOT, 'dist/apps/supervisor/src/main.js')));
