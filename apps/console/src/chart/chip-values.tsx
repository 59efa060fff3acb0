import type { ReactNode } from 'react';
import { useValueOrigins } from '../provenance/value-origins';
import { Provenance } from '../provenance/provenance';
import { useFormats } from '../i18n/formats';
import { useMessages } from '../i18n/messages';
import { chartMessages } from './chart-messages';
import type { ChipsOfDay } from './day-chips';
import styles from './stock-chart.module.css';

/** Below the chart, what A-share traders read off the chips: who is in profit, and what the others paid. */
export function ChipValues({ chips: { chips, missing }, scale }: { chips: ChipsOfDay; scale: number }): ReactNode {
  const t = useMessages(chartMessages);
  const formats = useFormats();
  const origins = useValueOrigins();
  if (chips === undefined) {
    return <p className={`${styles.chipFigures} ${styles.quiet}`}>{missing ? t.noChips : '\u00a0'}</p>;
  }
  const { winnerRate, weightedAverage, cost5, cost15, cost85, cost95, concentration90, concentration70 } = chips;
  const range = (low: number, high: number): string => `${formats.price(low * scale)}–${formats.price(high * scale)}`;
  const spread = (ratio: number): string => `${t.concentration} ${formats.percent(ratio * 100, 1)}`;
  return (
    <dl className={`figure ${styles.figures} ${styles.chipFigures}`}>
      <div>
        <dt>{t.chips}</dt>
        <dd>
          <Provenance lines={origins.chips(chips)}>{chips.tradeDate}</Provenance>
        </dd>
      </div>
      <div>
        <dt>{t.winners}</dt>
        <dd className={styles.winners}>
          <span className={styles.winnerBar} aria-hidden="true">
            <i style={{ width: `${winnerRate}%` }} />
          </span>
          {formats.percent(winnerRate, 1)}
        </dd>
      </div>
      <div>
        <dt>{t.averageCost}</dt>
        <dd>{formats.price(weightedAverage * scale)}</dd>
      </div>
      <div>
        <dt>{t.average90}</dt>
        <dd>
          {range(cost5, cost95)} <span className={styles.quiet}>{spread(concentration90)}</span>
        </dd>
      </div>
      <div>
        <dt>{t.average70}</dt>
        <dd>
          {range(cost15, cost85)} <span className={styles.quiet}>{spread(concentration70)}</span>
        </dd>
      </div>
    </dl>
  );
}
