import type { ReactNode } from 'react';
import type { TrendPoint } from './trend-points';
import styles from './seo.module.css';

const WIDTH = 300;
const HEIGHT = 60;

/** Values over time as a small line from zero. */
export function TrendLine({ points, label }: { points: readonly TrendPoint[]; label: string }): ReactNode {
  const most = Math.max(1, ...points.map(({ value }) => value));
  const step = WIDTH / Math.max(1, points.length - 1);
  const spots = points.map(({ value }, index) => `${index * step},${HEIGHT - (value / most) * HEIGHT}`);
  return (
    <svg
      className={styles.line}
      role="img"
      aria-label={label}
      viewBox={`0 -4 ${WIDTH} ${HEIGHT + 8}`}
      preserveAspectRatio="none"
    >
      <line x1={0} x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
      <polyline points={spots.join(' ')} />
    </svg>
  );
}
