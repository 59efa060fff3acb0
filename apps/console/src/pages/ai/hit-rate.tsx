import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { NOTHING, useFormats } from '../../i18n/formats';
import { defineMessages, useMessages } from '../../i18n/messages';
import styles from './ai.module.css';

const WIDTH = 160;
const HEIGHT = 16;
const TICK = 2;

const messages = defineMessages({
  zh: {
    read: (rate: string, low: string, high: string, base: string) =>
      `命中率 ${rate}，区间 ${low} 至 ${high}，基准率 ${base}`,
  },
  en: { read: (rate, low, high, base) => `hit rate ${rate}, interval ${low} to ${high}, base rate ${base}` },
});

/** A hit rate as a mark within its interval, on a scale from 0 to 100 %; the base rate is the hollow mark. */
export function HitRate({ record }: { record: Schemas['HorizonRecordResponse'] }): ReactNode {
  const t = useMessages(messages);
  const formats = useFormats();
  const { hitRatePct: rate, lowPct: low, highPct: high, baseRatePct: base, insufficient } = record;
  if (rate === null || low === null || high === null) return NOTHING;
  const at = (percent: number): number => (percent / 100) * WIDTH;
  return (
    <span className={insufficient ? `${styles.rate} ${styles.grey}` : styles.rate}>
      <span className="figure">{formats.percent(rate)}</span>
      <svg
        width={WIDTH}
        height={HEIGHT}
        role="img"
        aria-label={t.read(formats.percent(rate), formats.percent(low), formats.percent(high), formats.percent(base))}
      >
        <line x1={0} x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} className={styles.scale} />
        <line x1={WIDTH / 2} x2={WIDTH / 2} y1={0} y2={HEIGHT} className={styles.scale} />
        <rect x={at(low)} y={5} width={at(high) - at(low)} height={HEIGHT - 10} className={styles.interval} />
        <rect x={at(rate) - TICK / 2} y={2} width={TICK} height={HEIGHT - 4} className={styles.mark} />
        {base !== null && <circle cx={at(base)} cy={HEIGHT / 2} r={4} className={styles.baseMark} />}
      </svg>
      <span className={`figure ${styles.aside}`}>
        {formats.percent(low)}–{formats.percent(high)}
      </span>
    </span>
  );
}
