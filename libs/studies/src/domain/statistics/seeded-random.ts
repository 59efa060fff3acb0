/**
 * Numbers in [0, 1) that follow from a seed, so that a study shows the same intervals each time: Marsaglia's xorshift128,
 * filled by SplitMix32.
 * @param seed 32 bits.
 */
export function seededRandom(seed: number): () => number {
  // Words are signed: numbers beyond 31 bits would be allocated one by one.
  let state = seed | 0;
  const fill = (): number => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return mixed ^ (mixed >>> 15);
  };
  let [x, y, z, w] = [fill(), fill(), fill(), fill()];
  return () => {
    const t = x ^ (x << 11);
    x = y;
    y = z;
    z = w;
    w = w ^ (w >>> 19) ^ t ^ (t >>> 8);
    return (w >>> 0) / 2 ** 32;
  };
}

/** 32 bits of a text: FNV-1a. */
export function hashSeed(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}
