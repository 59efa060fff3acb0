/**
 * Repeatable random numbers (sfc32). Everything derived from them uses only + − × ÷ on doubles, which IEEE 754 fixes
 * to the last bit, so the demo market is the same on every machine and engine; `Math.exp` and its kin are not.
 */
export class DemoRandom {
  private a: number;
  private b: number;
  private c = 0x9e3779b9;
  private counter = 1;

  constructor(seed: string) {
    const hash = fnv1a(seed);
    this.a = hash;
    this.b = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) | 0;
    for (let i = 0; i < 12; i += 1) this.uniform();
  }

  /** In [0, 1). */
  uniform(): number {
    const sum = (this.a + this.b + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = ((this.c << 21) | (this.c >>> 11)) + sum;
    return (sum >>> 0) / 4_294_967_296;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.uniform();
  }

  /** A whole number, both ends included. */
  integer(low: number, high: number): number {
    return low + Math.floor((high - low + 1) * this.uniform());
  }

  chance(probability: number): boolean {
    return this.uniform() < probability;
  }

  /** Bell-shaped with mean 0 and deviation 1, never beyond ±3.47: the sum of four uniforms. */
  bell(): number {
    return (this.uniform() + this.uniform() + this.uniform() + this.uniform() - 2) * 1.7320508075688772;
  }
}

/** e^x to within 0.2 % for |x| <= 2, by multiplication alone. */
export function exponential(x: number): number {
  let result = 1 + x / 1024;
  for (let i = 0; i < 10; i += 1) result *= result;
  return result;
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash | 0;
}
