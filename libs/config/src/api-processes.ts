import type { EnvReader } from './env-reader';

const MOST = 8;

/** From so many processors on, one of them more than the API's first, the worker's and the database's is there to use. */
const TWO_FROM_PROCESSORS = 4;

/** `API_PROCESSES`: a number, or `auto` by the processors that this program may use. */
export function apiProcesses(reader: EnvReader, processors: number): number {
  const automatic = processors < TWO_FROM_PROCESSORS ? 1 : 2;
  if (reader.text('API_PROCESSES') === 'auto') return automatic;
  return reader.integer('API_PROCESSES', { min: 1, max: MOST, fallback: automatic });
}
