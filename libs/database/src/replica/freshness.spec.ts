import { Freshness } from './freshness';
import { parseWalPosition } from './wal-position';

describe('the age of a replica', () => {
  it('is unknown before a position of the primary was replayed', () => {
    const freshness = new Freshness();
    expect(freshness.ageAt(1000)).toBe(Infinity);
    freshness.notePrimary(1000, 50n);
    freshness.noteReplayed(49n);
    expect(freshness.ageAt(1001)).toBe(Infinity);
  });

  it('counts from the question to the primary, not from the answer of the replica', () => {
    const freshness = new Freshness();
    freshness.notePrimary(1000, 50n);
    freshness.noteReplayed(50n);
    expect(freshness.ageAt(1300)).toBe(300);
  });

  it('of one that is behind is that of the newest position that it has reached', () => {
    const freshness = new Freshness();
    freshness.notePrimary(1000, 50n);
    freshness.notePrimary(2000, 60n);
    freshness.notePrimary(3000, 70n);
    freshness.noteReplayed(65n);
    expect(freshness.ageAt(3000)).toBe(1000);
    freshness.noteReplayed(70n);
    expect(freshness.ageAt(3000)).toBe(0);
  });

  it('does not grow on an idle primary, whose position stays', () => {
    const freshness = new Freshness();
    for (const at of [1000, 2000, 3000]) {
      freshness.notePrimary(at, 50n);
      freshness.noteReplayed(50n);
    }
    expect(freshness.ageAt(3000)).toBe(0);
  });

  it('grows while replay stands and the primary goes on', () => {
    const freshness = new Freshness();
    freshness.notePrimary(1000, 50n);
    freshness.noteReplayed(50n);
    for (const at of [2000, 3000, 4000]) {
      freshness.notePrimary(at, 50n + BigInt(at));
      freshness.noteReplayed(50n);
    }
    expect(freshness.ageAt(4000)).toBe(3000);
  });

  it('is unknown again for another replica', () => {
    const freshness = new Freshness();
    freshness.notePrimary(1000, 50n);
    freshness.noteReplayed(50n);
    freshness.reset();
    expect(freshness.ageAt(1000)).toBe(Infinity);
  });
});

it('positions are numbers beyond 32 bits', () => {
  expect(parseWalPosition('0/0')).toBe(0n);
  expect(parseWalPosition('16/B374D848')).toBe(0x16_b374_d848n);
  expect(parseWalPosition('1/0') > parseWalPosition('0/FFFFFFFF')).toBe(true);
  expect(() => parseWalPosition('')).toThrow(RangeError);
});
