import { placeTag } from './price-tags';

describe('the tag of a price', () => {
  it('is at its price, unless the tag of the last price is there', () => {
    expect(placeTag(100, 150, 300)).toBe(100);
    expect(placeTag(100, 118, 300)).toBe(100);
  });

  it('moves on its own side', () => {
    expect(placeTag(100, 105, 300)).toBe(87);
    expect(placeTag(110, 105, 300)).toBe(123);
    expect(placeTag(105, 105, 300)).toBe(123);
  });

  it('moves to the other side if its own has no room', () => {
    expect(placeTag(10, 12, 300)).toBe(30);
    expect(placeTag(295, 293, 300)).toBe(275);
  });
});
