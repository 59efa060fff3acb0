import type { ReactNode } from 'react';
import type { ChartBox } from './chart-box';
import styles from './studies.module.css';

/** A line of a chart's grid, with its value at the left. @param strong Of a value that others are held against. */
export function GridLine({
  box,
  y,
  label,
  strong = false,
}: {
  box: ChartBox;
  y: number;
  label: string;
  strong?: boolean;
}): ReactNode {
  return (
    <g>
      <line className={strong ? styles.zero : styles.grid} x1={box.left} x2={box.right} y1={y} y2={y} />
      <text className={styles.tick} x={box.left - 4} y={y + 4} textAnchor="end">
        {label}
      </text>
    </g>
  );
}
