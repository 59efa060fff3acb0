#!/usr/bin/env node
// npm run cli -- …, or stock-cycle … where it is installed: the operator's commands.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { loadEnvFile, ROOT } from './root.mjs';

loadEnvFile();
ensureInstalled();
// A script that reads what we write did not ask about our files.
await ensureBuilt({ quiet: !process.stderr.isTTY });

// npm changes to the project's folder; the paths that a person types are relative to where he stands.
process.env.DATA_DIR = resolve(ROOT, process.env.DATA_DIR || '.data');
if (process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);

const main = resolve(ROOT, 'dist/apps/cli/src/main.js');
process.argv[1] = main;
await import(pathToFileURL(main));
