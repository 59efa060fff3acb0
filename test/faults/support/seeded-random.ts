import { randomInt } from 'node:crypto';
import { measured } from './measured';

/**
 * Numbers in [0, 1) from a seed that is printed, so that a failing run can be repeated with FAULTS_SEED. A plain linear
 * congruential generator: moments in time need no better.
 */
export function seededRandom(): () => number {
  let state = Number(process.env['FAULTS_SEED'] ?? randomInt(2 ** 32));
  measured('FAULTS_SEED', state);
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
