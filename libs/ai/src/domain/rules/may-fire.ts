import type { CycleEvent } from '#lib/tracking';
import type { EventRules } from './thresholds';

/** What a bar shows by itself and compared with the bar before; NaN: not known. */
export interface BarFacts {
  /** As `BarMetrics` has them. */
  readonly rv: number;
  readonly clv: number;
  /** Close less the close before, in ATR. */
  readonly changeAtr: number;
  /** The close over the high before; under the low before. */
  readonly isOverHigh: boolean;
  readonly isUnderLow: boolean;
}

/** Share of a limit by which facts may miss it and still be read by the rules: they decide, this only saves their work. */
const MARGIN = 1e-3;

/**
 * Whether the rules of an event may fire on a bar with these facts: what each asks of the bar alone. False is certain; true says
 * no more than that the bars before have to be read.
 */
export function mayFire(event: CycleEvent, bar: BarFacts, rules: EventRules): boolean {
  const [least, most] = [1 - MARGIN, 1 + MARGIN];
  const hasVolume = (rv: number) => !(bar.rv < rv * least);
  switch (event) {
    case 'PS':
    case 'PSY':
      return hasVolume(rules.preliminary.rv);
    case 'SC':
      return hasVolume(rules.climax.down.rv);
    case 'BC':
      return hasVolume(rules.climax.up.rv);
    case 'EVR':
      return hasVolume(rules.effort.rv);
    case 'SOS':
    case 'JAC':
      return !(bar.changeAtr < rules.sign.gainAtr * least);
    case 'SOW':
    case 'FTI':
      return !(bar.changeAtr > -rules.sign.gainAtr * least);
    case 'LPS':
    case 'BU':
      return bar.isOverHigh;
    case 'LPSY':
      return bar.isUnderLow;
    case 'TEST':
      return !(bar.rv > rules.test.maxRv * most) && !(bar.clv < rules.test.clv * least);
    case 'UT':
    case 'UTAD':
      return hasVolume(rules.upthrust.rv) && !(bar.clv > rules.upthrust.maxClv * most);
    default:
      return true;
  }
}
