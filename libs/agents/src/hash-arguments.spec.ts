import { hashArguments } from './hash-arguments';

it('is the same for the same arguments, whatever the order of their keys', () => {
  expect(hashArguments({ code: '600519', page: { limit: 5, offset: 0 } })).toBe(
    hashArguments({ page: { offset: 0, limit: 5 }, code: '600519' }),
  );
});

it('is another one for other arguments', () => {
  const hashes = [{}, { code: '600519' }, { code: '600518' }, { codes: ['1', '2'] }, { codes: ['2', '1'] }, undefined];
  expect(new Set(hashes.map(hashArguments)).size).toBe(hashes.length);
});
