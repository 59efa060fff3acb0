import { DemoRandom } from './demo-random';

/** What all stocks share on one day. */
export interface MarketTide {
  /** Return of the market as a fraction. */
  drift: number;
  /** Factor on everybody's volume, about 1. */
  liquidity: number;
}

/** The market's own days, one per open day since the epoch; a day never depends on later ones. */
export function marketTides(seed: string, days: number): MarketTide[] {
  const random = new DemoRandom(`${seed}:market`);
  const tides: MarketTide[] = [];
  let mood = 0;
  let liquidity = 1;
  for (let day = 0; day < days; day += 1) {
    mood = mood * 0.97 + random.bell() * 0.0006;
    const drift = mood + random.bell() * 0.007;
    liquidity += (1 - liquidity) * 0.03 + random.bell() * 0.012 + drift * 0.4;
    liquidity = Math.min(1.35, Math.max(0.85, liquidity));
    tides.push({ drift, liquidity });
  }
  return tides;
}
