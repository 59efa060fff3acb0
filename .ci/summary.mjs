// node summary.mjs FOLDER STATUS: adds up the jest reports in the folder and prints `N passed, N failed` as the last line.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder, status] = process.argv.slice(2);
const files = readdirSync(folder);
const sum = { passed: 0, failed: 0, skipped: 0 };
let reportsWithFailures = 0;

for (const name of files.filter((file) => file.endsWith('.json'))) {
  const report = JSON.parse(readFileSync(join(folder, name), 'utf8'));
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  sum.passed += report.numPassedTests;
  sum.failed += failed;
  sum.skipped += report.numPendingTests + report.numTodoTests;
  if (failed > 0) reportsWithFailures += 1;
  for (const suite of report.testResults.filter((result) => result.status === 'failed')) {
    console.log(`FAILED in ${name.replace('.json', '')}: ${suite.name}`);
  }
}

// A part that failed without a failing test in a report (the checks, a run that broke off) counts as one.
const failedParts = files.filter((file) => file.endsWith('.failed')).length;
sum.failed += Math.max(0, failedParts - reportsWithFailures);
if (status !== '0' && sum.failed === 0) sum.failed = 1;

console.log(`${sum.passed} passed, ${sum.failed} failed${sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''}`);
process.exitCode = sum.failed === 0 ? 0 : 1;
