import { type ReactNode, useEffect, useRef } from 'react';
import { paintMiniChart } from './mini-chart-painter';
import { paintWhenVisible } from './paint-when-visible';

export interface MiniChartProps {
  /** Oldest first, in yuan. */
  readonly closes: readonly number[];
  /** Next to the closes, in shares: drawn as small bars under the line. */
  readonly volumes?: readonly number[];
  /** Index of a bar to flag, such as the day of the lowest volume. */
  readonly flagged?: number | undefined;
  /** What it shows, for screen readers; empty if the row next to it says it already. */
  readonly label: string;
  readonly width: number;
  readonly height: number;
}

/** A line of closes on a canvas, small enough for a table's cell; drawn when it becomes visible. */
export function MiniChart({ closes, volumes, flagged, label, width, height }: MiniChartProps): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const { current } = canvas;
    if (current === null) return;
    return paintWhenVisible(current, () => paintMiniChart(current, { closes, volumes, flagged, width, height }));
  }, [closes, volumes, flagged, width, height]);
  const spoken = label === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return <canvas ref={canvas} {...spoken} style={{ width, height, display: 'block' }} />;
}
