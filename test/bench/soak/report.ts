import type { Background } from './background';
import type { Memory } from './memory';
import type { MemorySample, Phase } from './phase';
import { mean, percentile, slope } from '../statistics';

const MOST_RATIO = 3;
const MOST_GROWTH = 1.1;
const MOST_SLOPE = 0.01;
/** Until then caches and heaps still fill. */
const FILLED_MINUTE = 5;
const SHORTEST_MINUTES = FILLED_MINUTE + 2;

export interface Soaked {
  phases: readonly Phase[];
  idle: Phase;
  alone: Phase;
  soaked: Phase;
  /** Answers a second. */
  saturation: number;
  rate: number;
  /** Milliseconds by which the generator sent late. */
  aloneLate: readonly number[];
  late: readonly number[];
  ended: Background['ended'];
  lost: readonly string[];
}

/** Prints all figures and says of each promise whether it was held. @returns false where an answer or work was lost. */
export function report({ phases, idle, alone, soaked, ...rest }: Soaked): boolean {
  const { saturation, rate, aloneLate, late, ended, lost } = rest;
  console.log(`saturation ${saturation.toFixed(0)} answers a second, load ${rate.toFixed(0)} a second`);
  console.log('the generator shares the processors with API, worker and PostgreSQL');
  const columns = ['idle p50', 'p99', 'alone p50', 'p99', 'soak p50', 'p99', 'p99 / idle'];
  console.log(`\n${'ms'.padEnd(26)}${columns.map((title) => title.padStart(11)).join('')}`);
  for (const route of [...idle.routes, undefined]) {
    const figures = [idle, alone, soaked].flatMap((phase) => [phase.at(0.5, route), phase.at(0.99, route)]);
    const cells = figures.map((figure) => figure.toFixed(1).padStart(11)).join('');
    console.log(`${(route ?? 'all').padEnd(26)}${cells}${`${ratioOf(idle, soaked, route).toFixed(1)}x`.padStart(11)}`);
  }
  const lateness = [aloneLate, late].map((times) => percentile(times, 0.99).toFixed(1).padStart(22)).join('');
  console.log(`${'sent late by, p99'.padEnd(48)}${lateness}`);
  console.log(`\n${ended.scan} scans, ${ended.import} imports and ${ended.drain} drains ended`);
  for (const what of lost) console.log(`LOST ${what}`);
  for (const phase of phases) {
    for (const [what, { count }] of phase.refused) console.log(`${phase.name}: ${what}, ${count} times`);
  }
  const count = (matches: (status: number) => boolean): number =>
    phases.reduce((sum, phase) => sum + phase.countOf(matches), 0);
  const broken = count((status) => status === 0 || status >= 500);
  const limited = count((status) => status === 429);
  const others = count((status) => status > 0 && status < 500 && status !== 429);

  const ratio = ratioOf(idle, soaked);
  const ofAlone = `${ratioOf(idle, alone).toFixed(1)}x without the background`;
  console.log('');
  promise(ratio <= MOST_RATIO, `p99 is ${ratio.toFixed(1)}x of idle, at most ${MOST_RATIO}x (${ofAlone})`);
  flatMemory(soaked.memory);
  promise(broken === 0, `${broken} answers of 5xx or none at all; ${limited} of 429, ${others} of other statuses`);
  return broken === 0 && limited === 0 && others === 0 && lost.length === 0;
}

function ratioOf(idle: Phase, other: Phase, route?: string): number {
  return other.at(0.99, route) / idle.at(0.99, route);
}

function flatMemory(samples: readonly MemorySample[]): void {
  const last = samples.at(-1)?.minute ?? 0;
  if (last < SHORTEST_MINUTES) {
    console.log(`memory: nothing is said of less than ${SHORTEST_MINUTES} minutes, or without /proc`);
    return;
  }
  for (const name of ['api', 'worker', 'postgres'] satisfies (keyof Memory)[]) {
    const filled = samples.filter(({ minute }) => minute > FILLED_MINUTE);
    const first = mean(filled.filter(({ minute }) => minute <= FILLED_MINUTE + 1).map((sample) => sample[name]));
    const end = mean(filled.filter(({ minute }) => minute > last - 1).map((sample) => sample[name]));
    const grows = slope(filled.map((sample) => [sample.minute, sample[name]]));
    const flat = end <= first * MOST_GROWTH && grows <= mean(filled.map((sample) => sample[name])) * MOST_SLOPE;
    const figures = `sixth minute ${first.toFixed(0)} MiB, last ${end.toFixed(0)} MiB, slope ${grows.toFixed(2)} MiB a minute`;
    promise(flat, `memory of ${name}: ${figures}`);
  }
}

function promise(isHeld: boolean, what: string): void {
  console.log(`${isHeld ? 'held  ' : 'missed'}  ${what}`);
}
