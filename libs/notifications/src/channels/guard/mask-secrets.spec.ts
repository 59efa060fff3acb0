import { showAnswer } from './mask-secrets';

it('secrets are masked in each form, longer ones first', () => {
  const secrets = ['a+b/c=', 'a+b'];
  expect(showAnswer('x a+b/c= y a%2Bb%2Fc%3D z a+b', secrets)).toBe('x •••• y •••• z ••••');
  expect(showAnswer(String.raw`"q\"r"`, ['q"r'])).toBe('"••••"');
});

it('a secret at the end of the 200 characters is masked as a whole', () => {
  expect(showAnswer(`${'x'.repeat(197)}secret-value`, ['secret-value'])).toBe(`${'x'.repeat(197)}•••`);
});

it('an empty answer is none', () => {
  expect(showAnswer(' \r\n', ['', 'a'])).toBeNull();
});
