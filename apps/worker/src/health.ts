import { readFileSync, statSync } from 'node:fs';

/** The file is written every four seconds; a busy machine may be late, and a handler may hold the process for a while. */
const SILENT_MS = 60_000;

const [file, question = 'ready'] = process.argv.slice(2);

/**
 * A container's question to the worker beside it, answered by the exit code: `health.js FILE live` asks whether the process
 * works, `health.js FILE ready` also whether its signs of life reach the database. Loads nothing, since it runs often.
 */
function isWell(path: string): boolean {
  const now = Date.now();
  try {
    if (now - statSync(path).mtimeMs > SILENT_MS) return false;
    return question === 'live' || now - Date.parse(readFileSync(path, 'utf8').trim()) <= SILENT_MS;
  } catch {
    return false;
  }
}

process.exitCode = file !== undefined && isWell(file) ? 0 : 1;
