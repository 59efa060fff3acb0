import type { Candidate } from './domain/screen';
import { SCREENS } from './screens';

const CANDIDATES = Array.from({ length: 120 }, (_, index): Candidate => ({
  code: String(600000 + index),
  score: index,
  exactScore: [BigInt(index), 1n],
  evidence: { amountYi: 1, ofHigh: 1, state: 'candidate' },
}));

it.each(SCREENS.map((screen) => [screen.id, screen] as const))(
  '%s says whether its rank leaves candidates out beside others',
  (_, screen) => {
    const values = Object.fromEntries(
      Object.entries(screen.parameters).map(([name, { default: value }]) => [name, value]),
    );
    const kept = screen.rank?.(CANDIDATES, values as never).length ?? CANDIDATES.length;
    expect(kept < CANDIDATES.length).toBe(screen.needs(values as never).market ?? false);
  },
);
