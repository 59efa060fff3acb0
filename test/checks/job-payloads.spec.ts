import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { getMetadataStorage } from 'class-validator';
import { JOBS } from '#lib/schema';

const FILE = resolve(__dirname, '../../libs/schema/job-payloads.json');

/** Each job with the fields of its payload and their rules, as a worker of this build reads them. */
function payloads(): Record<string, Record<string, string[]>> {
  const jobs = [...JOBS].sort((one, other) => (one.name < other.name ? -1 : 1));
  return Object.fromEntries(jobs.map((job) => [job.name, fieldsOf(job.payload)]));
}

function fieldsOf(type: new () => object): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const { propertyName, type: kind, name } of getMetadataStorage().getTargetValidationMetadatas(
    type,
    '',
    false,
    false,
  )) {
    (fields[propertyName] ??= []).push(name ?? kind);
  }
  return Object.fromEntries(
    Object.entries(fields)
      .map(([field, rules]) => [field, rules.sort()] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/**
 * Workers of the last build read jobs of this one, and the other way round, and neither takes a payload that it does not
 * know. So a payload stays as it is: another one is a job of another name, which older builds leave alone.
 */
it('no job has a changed payload (npm run payloads:write adds new ones; docs/upgrades.md)', () => {
  const written = JSON.parse(readFileSync(FILE, 'utf8')) as ReturnType<typeof payloads>;
  const present = payloads();
  if (process.env['WRITE_PAYLOADS'] === '1') {
    const added = { ...present, ...written };
    const sorted = Object.fromEntries(Object.entries(added).sort(([one], [other]) => (one < other ? -1 : 1)));
    writeFileSync(FILE, `${JSON.stringify(sorted, null, 2)}\n`);
    Object.assign(written, added);
  }
  const changed = Object.keys(present).filter(
    (name) => JSON.stringify(written[name]) !== JSON.stringify(present[name]),
  );
  expect(changed).toEqual([]);
  expect(Object.values(present).some((fields) => Object.keys(fields).length > 0)).toBe(true);
});
