import { findIgnored } from './read-parameters';
import type { ScreenParameters } from './screen-parameters';

const PARAMETERS: ScreenParameters = {
  template: { type: 'string', default: 'any', enum: ['any', 'growth'], zh: '模板', en: 'Template' },
  strict: { type: 'boolean', default: false, zh: '严格', en: 'Strict' },
  least: {
    ...({ type: 'integer', default: 12, minimum: 0, maximum: 20 } as const),
    ...{ zh: '最低', en: 'Least', countsWith: { template: ['any'], strict: [true] } },
  },
};

it.each([
  ['that counts', { least: 9 }, { template: 'any', strict: false }, []],
  ['that another value leaves without effect', { least: 9 }, { template: 'growth', strict: false }, ['least']],
  ['that counts by one of two values', { least: 9 }, { template: 'growth', strict: true }, []],
  ['of its usual value', { least: 12 }, { template: 'growth', strict: false }, []],
  ['that was not given', {}, { template: 'growth', strict: false }, []],
])('a parameter %s', (_what, given, others, ignored) => {
  expect(findIgnored(PARAMETERS, given, { least: 9, ...others })).toEqual(ignored);
});
