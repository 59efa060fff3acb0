import { findOnLast } from '../../../../test/support/inputs/screens/find-on';
import { TYPICAL_BARS } from '../../../../test/support/inputs/screens/typical-bars';
import { stockBarsOf } from '../../../../test/support/inputs/screens/stock-bars-of';
import { SIGNALS } from './signals';

describe.each(SIGNALS.map((signal) => [signal.id, signal] as const))('%s', (id, signal) => {
  const bars = TYPICAL_BARS[id] ?? [];

  it('is found on its typical bars, with the evidence that it declares', () => {
    const hit = findOnLast(signal, stockBarsOf(bars));
    expect(Object.keys(hit?.evidence ?? {}).sort()).toEqual(signal.evidence.map(({ key }) => key).sort());
    expect(Number.isFinite(hit?.score)).toBe(true);
  });

  it('is not found without a history', () => {
    expect(findOnLast(signal, stockBarsOf(bars.slice(-1)))).toBeNull();
  });
});
