import { useElementSize } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { NOTHING, useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { DenseTable } from '../../parts/dense-table';
import { type ChartBox, chartBox, roundTicks, scaleOf } from './chart-box';
import { GridLine } from './grid-line';
import type { Study } from './study-figures';
import { studiesMessages } from './studies-messages';
import styles from './studies.module.css';

type PathDay = Study['path'][number];
type Known = Omit<PathDay, 'medianExcessPct' | 'p25' | 'p75'> & { medianExcessPct: number; p25: number; p75: number };

const HEIGHT = 240;
const TICKS = 6;
const SHOWN_DAYS = [-10, -5, 0, 1, 5, 10, 20, 30, 40, 50, 60];
const NARROW = 420;

/** The excess of the cases from ten days before the purchase to sixty after it, next to their matched controls. */
export function PathChart({ path }: { path: readonly PathDay[] }): ReactNode {
  const t = useMessages(studiesMessages);
  const formats = useFormats();
  const { ref, width } = useElementSize<HTMLDivElement>();
  const known = path.filter(
    (day): day is Known => day.medianExcessPct !== null && day.p25 !== null && day.p75 !== null,
  );
  const last = known.at(-1);
  return (
    <>
      <p className={styles.quiet}>{t.pathText}</p>
      <div className={styles.keys} aria-hidden="true">
        <span className={styles.medianKey}>{t.pathMedian}</span>
        <span className={styles.bandKey}>{t.pathBand}</span>
        <span className={styles.controlsKey}>{t.pathControls}</span>
      </div>
      <div
        ref={ref}
        className={styles.plot}
        role="img"
        aria-label={t.pathLabel(formats.change(last?.medianExcessPct, 1), formats.change(last?.controlPct, 1))}
      >
        {width > 0 && known.length > 0 && <PathPicture path={known} box={chartBox(width, HEIGHT)} />}
      </div>
      <details className={styles.details}>
        <summary>{t.byDay}</summary>
        <DenseTable
          caption={t.byDay}
          rows={path.filter(({ day }) => SHOWN_DAYS.includes(day))}
          rowKey={({ day }) => day}
          columns={[
            { key: 'day', head: t.pathDay, numeric: true, cell: ({ day }) => formats.count(day) },
            { key: 'median', head: t.pathMedian, numeric: true, cell: (row) => formats.change(row.medianExcessPct, 1) },
            {
              key: 'band',
              head: t.pathBand,
              numeric: true,
              cell: ({ p25, p75 }) =>
                p25 === null ? NOTHING : `${formats.change(p25, 1)} … ${formats.change(p75, 1)}`,
            },
            { key: 'controls', head: t.pathControls, numeric: true, cell: (row) => formats.change(row.controlPct, 1) },
          ]}
        />
      </details>
    </>
  );
}

function PathPicture({ path, box }: { path: readonly Known[]; box: ChartBox }): ReactNode {
  const formats = useFormats();
  const values = [0, ...path.flatMap(({ p25, p75, controlPct }) => [p25, p75, controlPct ?? 0])];
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const x = scaleOf(path[0]?.day ?? 0, path.at(-1)?.day ?? 1, box.left, box.right);
  const y = scaleOf(least, most, box.bottom, box.top);
  const line = (of: (day: Known) => number | null): string =>
    path
      .flatMap((day) => {
        const value = of(day);
        return value === null ? [] : [`${x(day.day).toFixed(1)},${y(value).toFixed(1)}`];
      })
      .join(' ');
  const back = path.toReversed().map((day) => `${x(day.day).toFixed(1)},${y(day.p25).toFixed(1)}`);
  const days = SHOWN_DAYS.filter((day) => day % (box.width < NARROW ? 20 : 10) === 0 || day === -10);
  return (
    <svg width={box.width} height={box.height} aria-hidden="true">
      {roundTicks(least, most, TICKS).map((tick) => (
        <GridLine
          key={tick}
          box={box}
          y={y(tick)}
          label={formats.change(tick, Number.isInteger(tick) ? 0 : 1)}
          strong={tick === 0}
        />
      ))}
      <line className={styles.grid} x1={x(0)} x2={x(0)} y1={box.top} y2={box.bottom} />
      {days.map((day) => (
        <text
          key={day}
          className={styles.tick}
          x={x(day)}
          y={box.height - 6}
          textAnchor={day === 60 ? 'end' : 'middle'}
        >
          {formats.count(day)}
        </text>
      ))}
      <polygon className={styles.band} points={`${line(({ p75 }) => p75)} ${back.join(' ')}`} />
      <polyline className={styles.controls} points={line(({ controlPct }) => controlPct)} />
      <polyline className={styles.median} points={line(({ medianExcessPct }) => medianExcessPct)} />
    </svg>
  );
}
