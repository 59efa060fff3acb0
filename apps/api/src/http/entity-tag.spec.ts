import { entityTag, ifMatch } from './entity-tag';

describe('ifMatch', () => {
  it.each([
    ['"3"', true],
    ['*', true],
    ['"1", "3"', true],
    ['"1","2"', false],
    ['W/"3"', false],
    ['3', false],
    ['', false],
    ['"33"', false],
  ])('%j matches version 3: %s', (header, expected) => {
    expect(ifMatch(header)?.(3)).toBe(expected);
  });

  it('requires nothing without the header, and recognizes its own tags', () => {
    expect(ifMatch(undefined)).toBeUndefined();
    expect(ifMatch(entityTag(12))?.(12)).toBe(true);
  });
});
