import type { ReactNode } from 'react';
import { useFigureOrigins } from '../provenance/figure-origins';
import { Provenance } from '../provenance/provenance';
import { useFormats } from '../words/formats';
import { useWords } from '../words/words';
import { chartWords } from './chart-words';
import type { ChipsOfDay } from './chips-of-day';
import styles from './stock-chart.module.css';

/** Below the chart, what A-share traders read off the chips: who is in profit, and what the others paid. */
export function ChipFigures({ chips: { chips, missing }, scale }: { chips: ChipsOfDay; scale: number }): ReactNode {
  const say = useWords(chartWords);
  const formats = useFormats();
  const origins = useFigureOrigins();
  if (chips === undefined) {
    return <p className={`${styles.chipFigures} ${styles.quiet}`}>{missing ? say.noChips : '\u00a0'}</p>;
  }
  const { winnerRate, weightedAverage, cost5, cost15, cost85, cost95, concentration90, concentration70 } = chips;
  const range = (low: number, high: number): string => `${formats.price(low * scale)}–${formats.price(high * scale)}`;
  const spread = (ratio: number): string => `${say.concentration} ${formats.percent(ratio * 100, 1)}`;
  return (
    <dl className={`figure ${styles.figures} ${styles.chipFigures}`}>
      <div>
        <dt>{say.chips}</dt>
        <dd>
          <Provenance lines={origins.chips(chips)}>{chips.tradeDate}</Provenance>
        </dd>
      </div>
      <div>
        <dt>{say.winners}</dt>
        <dd className={styles.winners}>
          <span className={styles.winnerBar} aria-hidden="true">
            <i style={{ width: `${winnerRate}%` }} />
          </span>
          {formats.percent(winnerRate, 1)}
        </dd>
      </div>
      <div>
        <dt>{say.averageCost}</dt>
        <dd>{formats.price(weightedAverage * scale)}</dd>
      </div>
      <div>
        <dt>{say.average90}</dt>
        <dd>
          {range(cost5, cost95)} <span className={styles.quiet}>{spread(concentration90)}</span>
        </dd>
      </div>
      <div>
        <dt>{say.average70}</dt>
        <dd>
          {range(cost15, cost85)} <span className={styles.quiet}>{spread(concentration70)}</span>
        </dd>
      </div>
    </dl>
  );
}
