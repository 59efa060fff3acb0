// Known weaknesses of the packages that ship: npm audit without the development packages. High and critical ones fail, unless
// docs/security-tests.md accepts them with a reason. Where nobody answers it says so, loudly, and fails nothing.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './root.mjs';
import { auditVersions } from './supported-versions.mjs';

const ACCEPTED_IN = join(ROOT, 'docs/security-tests.md');
const LONGEST_MS = 60_000;
const GRAVE = new Set(['high', 'critical']);

/** Runs the audit and prints a line for each finding; gives the exit code. */
export function audit(acceptedIn = ACCEPTED_IN) {
  const report = reportOfNpm();
  if (report === undefined) {
    console.error(
      '\n!!! NOT AUDITED: the package registry did not answer npm audit. Run npm run test:security where it does.\n',
    );
    return 0;
  }
  const accepted = acceptedFindings(acceptedIn);
  let grave = 0;
  for (const { id, name, severity, title } of findingsOf(report)) {
    const reason = accepted.get(id);
    const fails = GRAVE.has(severity) && reason === undefined;
    if (fails) grave += 1;
    console.log(
      `${fails ? 'FAIL' : 'ok  '}  audit: ${severity}, ${name}: ${title} (${id})${reason === undefined ? '' : `; accepted: ${reason}`}`,
    );
  }
  console.log(
    grave === 0
      ? 'audit: no high or critical finding in what ships'
      : `audit: ${grave} high or critical findings in what ships`,
  );
  return grave === 0 ? 0 : 1;
}

/** What npm says as JSON; undefined where it had no answer of the registry. Its own words would name the registry. */
function reportOfNpm() {
  const npm = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: LONGEST_MS,
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 2 ** 26,
    // On Windows npm is a script that only a shell can start.
    shell: process.platform === 'win32',
  });
  try {
    const report = JSON.parse(npm.stdout);
    return typeof report.vulnerabilities === 'object' && report.vulnerabilities !== null ? report : undefined;
  } catch {
    return undefined;
  }
}

/** Each advisory once, with the package that it is about; packages that only depend on such a one are not findings of their own. */
function findingsOf({ vulnerabilities }) {
  const advisories = Object.values(vulnerabilities).flatMap(({ via }) => via.filter((one) => typeof one === 'object'));
  const findings = advisories.map(({ url, name, severity, title }) => ({
    id: /GHSA[\w-]+/.exec(url)?.[0] ?? url,
    name,
    severity,
    title,
  }));
  return [...new Map(findings.map((finding) => [finding.id, finding])).values()];
}

/** Rows `| GHSA-… | package | reason |`; one without a reason accepts nothing. */
function acceptedFindings(file) {
  const rows = readFileSync(file, 'utf8').matchAll(/^\| *`?(GHSA[\w-]+)`? *\|[^|]*\| *([^|]*[^| ]) *\|/gm);
  return new Map([...rows].map(([, id, reason]) => [id, reason]));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = Math.max(audit(process.argv[2]), auditVersions());
}
