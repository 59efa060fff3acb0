import { apiProcesses } from './api-processes';
import { EnvReader } from './env-reader';

const read = (value: string | undefined, processors: number) =>
  apiProcesses(new EnvReader({ API_PROCESSES: value }), processors);

it.each([
  [undefined, 2, 1],
  [undefined, 64, 1],
  ['auto', 3, 1],
  ['auto', 4, 2],
  ['auto', 64, 2],
  ['auto', 2, 1],
  ['1', 64, 1],
  ['3', 2, 3],
])('API_PROCESSES=%s on %i processors is %i', (value, processors, expected) => {
  expect(read(value, processors)).toBe(expected);
});

it.each(['0', '9', 'two', '1.5', '-1'])('API_PROCESSES=%s is rejected with one sentence', (value) => {
  expect(() => read(value, 2)).toThrow('API_PROCESSES must be a whole number from 1 to 8');
});
