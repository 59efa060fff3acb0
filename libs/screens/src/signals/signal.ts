import { type Candidate, defineScreen, type Screen } from '../domain/screen';
import type { ParameterValues, ScreenParameters } from '../domain/screen-parameters';
import type { StockBars } from '../domain/stock-bars';

export const SIGNAL_SOURCE = '战术信号库';

type Shared = 'id' | 'words' | 'parameters' | 'evidence' | 'needs' | 'findConflict' | 'rank';

/** A named signal: what a screen is, and a judgement of one bar. */
interface Signal<Parameters extends ScreenParameters> extends Pick<Screen<Parameters>, Shared> {
  /** Left out: 1. Raised where the same bars are judged otherwise than before. */
  readonly version?: number;
  /** What the bar shows if it fits, judged by it and the bars before it alone; else null. */
  readonly judge: (bars: StockBars, at: number, values: ParameterValues<Parameters>) => Omit<Candidate, 'code'> | null;
}

/** A signal as a screen (screens.md, section 5). */
export function defineSignal<const Parameters extends ScreenParameters>({
  judge,
  version = 1,
  ...shared
}: Signal<Parameters>): Screen<Parameters> {
  return defineScreen({
    ...shared,
    version,
    source: SIGNAL_SOURCE,
    find(bars, from, values, found) {
      for (let at = from; at < bars.count; at += 1) {
        const judgement = judge(bars, at, values);
        if (judgement !== null) found(at, judgement);
      }
    },
  });
}
