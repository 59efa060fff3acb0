import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { makeScratchFolder } from '../support/processes/scratch-folder';

const AUDIT = join(__dirname, '../../apps/launcher/audit.mjs');
const HOST = 'https://registry.example';

const advisory = (severity: string, id: string) => ({
  severity,
  via: [{ name: 'left', severity, title: 'it falls over', url: `${HOST}/advisories/${id}` }],
});
const reportOf = (...found: object[]) =>
  JSON.stringify({ vulnerabilities: Object.fromEntries(found.map((one, index) => [`p${index}`, one])) });

/** Runs the audit with an npm that prints this, and a page that accepts these findings. */
async function auditOf(output: string, accepted = ''): Promise<{ code: number | null; text: string }> {
  const folder = await makeScratchFolder();
  writeFileSync(join(folder, 'out'), output);
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\ncat "${folder}/out"\necho "npm error ${HOST}" >&2\nexit 1\n`);
  chmodSync(join(folder, 'npm'), 0o755);
  writeFileSync(join(folder, 'accepted.md'), `# Findings\n\n${accepted}\n`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [AUDIT, join(folder, 'accepted.md')], {
    encoding: 'utf8',
    env: { PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` },
  });
  return { code: status, text: stdout + stderr };
}

it('the audit passes without findings, or without serious ones', async () => {
  expect((await auditOf(reportOf())).code).toBe(0);
  const moderate = await auditOf(reportOf(advisory('moderate', 'GHSA-aaaa')));
  expect(moderate.code).toBe(0);
  expect(moderate.text).toContain('moderate, left: it falls over (GHSA-aaaa)');
});

it.each(['high', 'critical'])(
  'the audit fails on a %s finding, once, however many packages lead to it',
  async (severity) => {
    const found = await auditOf(
      reportOf(advisory(severity, 'GHSA-bbbb'), advisory(severity, 'GHSA-bbbb'), { severity, via: ['left'] }),
    );
    expect(found.code).toBe(1);
    expect(found.text).toContain('audit: 1 high or critical findings');
  },
);

it('the audit passes a finding that is accepted with a reason, and prints the reason', async () => {
  const report = reportOf(advisory('high', 'GHSA-cccc'));
  const accepted = await auditOf(report, '| GHSA-cccc | left | we never lean on it |');
  expect(accepted.code).toBe(0);
  expect(accepted.text).toContain('accepted: we never lean on it');
  expect((await auditOf(report, '| GHSA-cccc | left |  |')).code).toBe(1);
  expect((await auditOf(report, '| GHSA-dddd | left | another one |')).code).toBe(1);
});

it.each(['', 'nonsense', '{"message":"405","error":{"summary":""}}', '{"vulnerabilities":null}'])(
  'the audit reports clearly that nothing was audited if npm responds %j, and names no host',
  async (output) => {
    const { code, text } = await auditOf(output);
    expect(code).toBe(0);
    expect(text).toContain('!!! NOT AUDITED');
    expect(text).not.toContain('registry.example');
  },
);
