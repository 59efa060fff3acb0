import type { EnvReader } from './env-reader';

const MOST = 8;

/** Of `auto`: one API, the worker and the database have a processor each, and one is left. */
const TWO_FROM_PROCESSORS = 4;

/** `API_PROCESSES`: a number, or `auto` by the processors that this program may use. Left out: one. */
export function apiProcesses(reader: EnvReader, processors: number): number {
  if (reader.text('API_PROCESSES') === 'auto') return processors < TWO_FROM_PROCESSORS ? 1 : 2;
  return reader.integer('API_PROCESSES', { min: 1, max: MOST, fallback: 1 });
}
