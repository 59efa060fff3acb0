// node summary.mjs FOLDER STATUS: names what failed in the jest reports of the folder, with its message, adds them up and prints
// `N passed, N failed` as the last line.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const LONGEST_MESSAGE = 4000;

const [folder, status] = process.argv.slice(2);
const files = readdirSync(folder);
const failedParts = files.filter((file) => file.endsWith('.failed')).map((file) => file.replace('.failed', ''));
const sum = { passed: 0, failed: 0, skipped: 0 };
const partsWithFailures = new Set();

for (const file of files.filter((name) => name.endsWith('.json'))) {
  const part = file.replace('.json', '');
  const report = reportOf(join(folder, file));
  if (report === undefined) {
    console.log(`FAILED in ${part}: its report is cut off`);
    continue;
  }
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  sum.passed += report.numPassedTests;
  sum.failed += failed;
  sum.skipped += report.numPendingTests + report.numTodoTests;
  if (failed > 0) partsWithFailures.add(part);
  for (const suite of report.testResults.filter((result) => result.status === 'failed')) tellSuite(part, suite);
}

// A part that failed without a failing test in a report (the checks, a run that broke off) counts as one.
for (const part of failedParts.filter((name) => !partsWithFailures.has(name))) {
  console.log(`FAILED: ${part}, whose own words are above`);
  sum.failed += 1;
}
if (status !== '0' && sum.failed === 0) sum.failed = 1;

console.log(`${sum.passed} passed, ${sum.failed} failed${sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''}`);
process.exitCode = sum.failed === 0 ? 0 : 1;

function reportOf(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Each failed test with its message; the file's message where it could not be run, or a hook of it failed. */
function tellSuite(part, { name, message, assertionResults }) {
  const failed = assertionResults.filter((result) => result.status === 'failed');
  const where = `FAILED in ${part}: ${relative(process.cwd(), name)}`;
  if (failed.length === 0) console.log(`${where}\n${told(message)}`);
  for (const { fullName, failureMessages } of failed) {
    console.log(`${where}: ${fullName}\n${told(failureMessages.join('\n'))}`);
  }
}

function told(message) {
  const text = stripVTControlCharacters(message).trim();
  const shown = text.length > LONGEST_MESSAGE ? `${text.slice(0, LONGEST_MESSAGE)}…` : text;
  return shown.replaceAll(/^/gm, '    ');
}
