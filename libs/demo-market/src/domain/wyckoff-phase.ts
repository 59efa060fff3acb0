import type { DemoRandom } from './demo-random';

export type PhaseName = 'accumulation' | 'markup' | 'distribution' | 'markdown';

/** A day whose bar must look a certain way, whatever chance says. */
export interface DayShape {
  /** Range of the bar as a fraction of the previous close. */
  range: number;
  /** Where the close lies in the range: 0 at the low, 1 at the high. */
  closeLocation: number;
}

/** One phase of a stock's cycle: where price and volume want to be on each of its days. */
export interface WyckoffPhase {
  name: PhaseName;
  days: number;
  /** Wanted close per day, in units of the price at which the phase began. */
  levels: Float64Array;
  /** Wanted volume per day, in units of the stock's usual volume. */
  volumes: Float64Array;
  shapes: ReadonlyMap<number, DayShape>;
  /** How strongly price is drawn to its level, as the share of the distance closed in a day. */
  pull: number;
  /** Factor on the stock's daily deviation. */
  noise: number;
}

type Knot = readonly [day: number, value: number];

/**
 * Begins a phase at `price`, on the way around `anchor` (the price that the cycle swings about, same unit).
 * The plots are the textbook's: climax, automatic reaction, tests on drying volume, spring or upthrust, sign of
 * strength or weakness, last point of support or supply.
 */
export function beginPhase(name: PhaseName, price: number, anchor: number, random: DemoRandom): WyckoffPhase {
  switch (name) {
    case 'accumulation':
      return accumulation(random);
    case 'markup':
      return markup(clamp((anchor * random.between(1.2, 1.75)) / price, 1.18, 2.8), random);
    case 'distribution':
      return distribution(random);
    case 'markdown':
      return markdown(clamp((anchor * random.between(0.62, 0.88)) / price, 0.45, 0.85), random);
  }
}

/** The usual order, with a base that fails or a top that holds now and then. */
export function phaseAfter(name: PhaseName, random: DemoRandom): PhaseName {
  switch (name) {
    case 'accumulation':
      return random.chance(0.12) ? 'markdown' : 'markup';
    case 'markup':
      return 'distribution';
    case 'distribution':
      return random.chance(0.12) ? 'markup' : 'markdown';
    case 'markdown':
      return 'accumulation';
  }
}

function accumulation(random: DemoRandom): WyckoffPhase {
  const days = random.integer(80, 160);
  const support = 0.95;
  const height = random.between(0.12, 0.2);
  const at = (share: number): number => support * (1 + height * share);
  const spring = Math.round(days * 0.7);
  const test = spring + random.integer(5, 8);
  const strength = Math.round(days * 0.87);
  const levels: Knot[] = [
    [0, 0.965],
    [7, at(1)],
    [18, at(0.1)],
    ...swings(26, spring - 6, at(0.85), at(0.25), random),
    [spring - 1, at(0.12)],
    [spring, at(0.06)],
    [spring + 2, at(0.35)],
    [test, at(0.2)],
    [strength - 1, at(0.5)],
    [strength, at(0.85)],
    [days - 6, at(1.05)],
    [days - 3, at(0.8)],
    [days, at(1)],
  ];
  const volumes: Knot[] = [
    [0, 3.2],
    [1, 2.1],
    [7, 1.3],
    [18, 0.85],
    [Math.round(days * 0.4), 0.8],
    [spring - 3, 0.6],
    [spring, 0.95],
    [spring + 2, 0.75],
    [test, random.between(0.36, 0.62)],
    [test + 2, 0.65],
    [strength - 1, 0.9],
    [strength, 2.5],
    [strength + 2, 1.5],
    [days - 3, 0.75],
    [days, 1.1],
  ];
  const shapes = new Map<number, DayShape>([
    [0, { range: 0.068, closeLocation: 0.45 }],
    [18, { range: 0.024, closeLocation: 0.6 }],
    [spring, { range: 0.045, closeLocation: 0.8 }],
    [test, { range: 0.014, closeLocation: 0.65 }],
    [strength, { range: 0.062, closeLocation: 0.9 }],
  ]);
  return phase('accumulation', days, levels, volumes, shapes, { pull: 0.45, noise: 0.62 });
}

function markup(target: number, random: DemoRandom): WyckoffPhase {
  const days = random.integer(90, 190);
  const levels: Knot[] = [[0, 1]];
  const volumes: Knot[] = [[0, 1.2]];
  const legs = random.integer(3, 5);
  for (let leg = 1; leg <= legs; leg += 1) {
    const end = Math.round((days * leg) / legs);
    const top = 1 + ((target - 1) * leg) / legs;
    const pullback = end - Math.round((days / legs) * 0.3);
    levels.push([pullback, top * 1.02], [end, leg === legs ? target : top * 0.95]);
    volumes.push([pullback - 2, random.between(1.3, 1.9)], [end - 1, random.between(0.75, 0.95)]);
  }
  volumes.push([days, 1.5]);
  return phase('markup', days, levels, volumes, new Map(), { pull: 0.16, noise: 1 });
}

function distribution(random: DemoRandom): WyckoffPhase {
  const days = random.integer(55, 125);
  const height = random.between(0.11, 0.17);
  const at = (share: number): number => 1.05 * (1 - height * (1 - share));
  const thrust = Math.round(days * 0.62);
  const weakness = Math.round(days * 0.8);
  const lastSupply = Math.round(days * 0.9);
  const levels: Knot[] = [
    [0, 1.035],
    [8, at(0)],
    [18, at(0.85)],
    ...swings(26, thrust - 6, at(0.2), at(0.85), random),
    [thrust - 1, at(0.9)],
    [thrust, at(0.95)],
    [thrust + 2, at(0.6)],
    [weakness - 1, at(0.35)],
    [weakness, at(0.02)],
    [lastSupply, at(0.4)],
    [days, at(-0.1)],
  ];
  const volumes: Knot[] = [
    [0, 3],
    [1, 2],
    [8, 1.3],
    [18, 1.1],
    [Math.round(days * 0.5), 0.95],
    [thrust - 1, 0.95],
    [thrust, 1.6],
    [thrust + 2, 1.1],
    [weakness - 1, 1],
    [weakness, 2],
    [lastSupply, 0.8],
    [days, 1.2],
  ];
  const shapes = new Map<number, DayShape>([
    [0, { range: 0.075, closeLocation: 0.4 }],
    [thrust, { range: 0.045, closeLocation: 0.2 }],
    [weakness, { range: 0.06, closeLocation: 0.12 }],
    [lastSupply, { range: 0.018, closeLocation: 0.4 }],
  ]);
  return phase('distribution', days, levels, volumes, shapes, { pull: 0.4, noise: 0.75 });
}

function markdown(target: number, random: DemoRandom): WyckoffPhase {
  const days = random.integer(80, 170);
  const preliminarySupport = days - 14;
  const levels: Knot[] = [[0, 1]];
  const volumes: Knot[] = [[0, 1.3]];
  const legs = random.integer(2, 4);
  for (let leg = 1; leg <= legs; leg += 1) {
    const end = Math.round(((preliminarySupport - 4) * leg) / legs);
    const bottom = 1 + ((target * 1.13 - 1) * leg) / legs;
    const rally = end - Math.round((days / legs) * 0.25);
    levels.push([rally, bottom * 0.96], [end, bottom * 1.02]);
    volumes.push([rally, random.between(0.9, 1.1)], [end, random.between(0.68, 0.8)]);
  }
  levels.push([preliminarySupport, target * 1.08], [days - 6, target * 1.12], [days, target]);
  volumes.push([preliminarySupport, 1.9], [preliminarySupport + 2, 0.9], [days - 6, 0.85], [days, 1.7]);
  const shapes = new Map<number, DayShape>([[preliminarySupport, { range: 0.045, closeLocation: 0.6 }]]);
  return phase('markdown', days, levels, volumes, shapes, { pull: 0.18, noise: 1 });
}

/** Alternating turns between two levels, ten to sixteen days apart. */
function swings(from: number, to: number, first: number, second: number, random: DemoRandom): Knot[] {
  const knots: Knot[] = [];
  for (let day = from; day < to; day += random.integer(10, 16)) {
    knots.push([day, knots.length % 2 === 0 ? first : second]);
  }
  return knots;
}

function phase(
  name: PhaseName,
  days: number,
  levels: readonly Knot[],
  volumes: readonly Knot[],
  shapes: ReadonlyMap<number, DayShape>,
  motion: { pull: number; noise: number },
): WyckoffPhase {
  return { name, days, levels: curve(levels, days), volumes: curve(volumes, days), shapes, ...motion };
}

/** Straight lines through the knots, one value a day; a knot at or before its predecessor's day is dropped. */
function curve(knots: readonly Knot[], days: number): Float64Array {
  const values = new Float64Array(days);
  let [fromDay, fromValue] = knots[0] ?? [0, 1];
  let day = 0;
  for (const [toDay, toValue] of knots.slice(1)) {
    if (toDay <= fromDay) continue;
    for (; day < toDay && day < days; day += 1) {
      values[day] = fromValue + ((toValue - fromValue) * (day - fromDay)) / (toDay - fromDay);
    }
    fromDay = toDay;
    fromValue = toValue;
  }
  values.fill(fromValue, day);
  return values;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
