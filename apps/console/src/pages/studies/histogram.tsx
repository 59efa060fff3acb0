import { useElementSize } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { DenseTable } from '../../parts/dense-table';
import { type ChartBox, chartBox, roundTicks, scaleOf } from './chart-box';
import { GridLine } from './grid-line';
import type { Study } from './study-figures';
import { studiesMessages } from './studies-messages';
import styles from './studies.module.css';

type Bin = Study['histogram'][number];

const HEIGHT = 180;
const TICKS = 4;
const GAP = 2;
/** Edges that have their number written: every second one on a narrow page. */
const LABELLED = { wide: 10, narrow: 20 };
const NARROW = 420;

/** How the cases spread by their excess after costs. */
export function Histogram({ bins }: { bins: readonly Bin[] }): ReactNode {
  const t = useMessages(studiesMessages);
  const formats = useFormats();
  const nameOf = useBinName(bins);
  const { ref, width } = useElementSize<HTMLDivElement>();
  const most = bins.reduce<Bin | undefined>(
    (best, bin) => (best === undefined || bin.n > best.n ? bin : best),
    undefined,
  );
  if (most === undefined) return null;
  return (
    <>
      <div
        ref={ref}
        className={styles.plot}
        role="img"
        aria-label={t.histogramLabel(nameOf(most), formats.count(most.n))}
      >
        {width > 0 && <Bars bins={bins} box={chartBox(width, HEIGHT)} />}
      </div>
      <details className={styles.details}>
        <summary>{t.byBin}</summary>
        <DenseTable
          caption={t.bin}
          rows={bins}
          rowKey={({ fromPct }) => fromPct ?? 'below'}
          columns={[
            { key: 'bin', head: t.bin, cell: nameOf },
            { key: 'n', head: t.n, numeric: true, cell: ({ n }) => formats.count(n) },
          ]}
        />
      </details>
    </>
  );
}

function Bars({ bins, box }: { bins: readonly Bin[]; box: ChartBox }): ReactNode {
  const t = useMessages(studiesMessages);
  const formats = useFormats();
  const nameOf = useBinName(bins);
  const most = Math.max(1, ...bins.map(({ n }) => n));
  const x = scaleOf(0, bins.length, box.left, box.right);
  const y = scaleOf(0, most, box.bottom, box.top);
  const step = box.width < NARROW ? LABELLED.narrow : LABELLED.wide;
  const zero = bins.findIndex(({ fromPct }) => fromPct === 0);
  return (
    <svg width={box.width} height={box.height} aria-hidden="true">
      {roundTicks(0, most, TICKS)
        .filter((tick) => Number.isInteger(tick))
        .map((tick) => (
          <GridLine key={tick} box={box} y={y(tick)} label={formats.count(tick)} />
        ))}
      {bins.map((bin, index) => (
        <g key={bin.fromPct ?? 'below'}>
          <rect
            className={styles.bar}
            x={x(index) + GAP / 2}
            width={Math.max(1, x(index + 1) - x(index) - GAP)}
            y={y(bin.n)}
            height={box.bottom - y(bin.n)}
          >
            <title>{t.binCount(nameOf(bin), formats.count(bin.n))}</title>
          </rect>
          {bin.fromPct !== null && bin.fromPct % step === 0 && (
            <text className={styles.tick} x={x(index)} y={box.height - 6} textAnchor="middle">
              {formats.change(bin.fromPct, 0)}
            </text>
          )}
        </g>
      ))}
      {zero >= 0 && <line className={styles.zero} x1={x(zero)} x2={x(zero)} y1={box.top} y2={box.bottom} />}
    </svg>
  );
}

function useBinName(bins: readonly Bin[]): (bin: Bin) => string {
  const t = useMessages(studiesMessages);
  const formats = useFormats();
  const edge = (percent: number): string => formats.change(percent, 0);
  return (bin) => {
    const next = bins[bins.indexOf(bin) + 1]?.fromPct ?? null;
    if (bin.fromPct === null) return next === null ? '' : t.binBelow(edge(next));
    return next === null ? t.binFrom(edge(bin.fromPct)) : t.binBetween(edge(bin.fromPct), edge(next));
  };
}
