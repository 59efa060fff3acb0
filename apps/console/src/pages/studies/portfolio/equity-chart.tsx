import { useElementSize } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useFormats } from '../../../i18n/formats';
import { useMessages } from '../../../i18n/messages';
import { DenseTable } from '../../../parts/dense-table';
import { type ChartBox, chartBox, roundTicks, scaleOf } from '../chart-box';
import { GridLine } from '../grid-line';
import styles from '../studies.module.css';
import { drawdownsOf, type Portfolio, spreadDays } from './portfolio-figures';
import { portfolioMessages } from './portfolio-messages';

const HEIGHT = 240;
const DRAWDOWN_HEIGHT = 110;
const TICKS = { equity: 6, drawdown: 3 };
/** Room for a label of a day below the picture. */
const LABEL_WIDTH = 110;
const DAYS_LISTED = 60;
/** Room for an amount, and so for both pictures: their days stand below each other. */
const LEFT = 60;

/** The equity from day to day among those of the variants, and how far it was below its peak. */
export function EquityChart({ portfolio }: { portfolio: Portfolio }): ReactNode {
  const t = useMessages(portfolioMessages);
  const formats = useFormats();
  const { ref, width } = useElementSize<HTMLDivElement>();
  const { equity, band } = portfolio;
  const [end, range] = [equity.at(-1), band.at(-1)];
  const drawdowns = drawdownsOf(equity.map((day) => day.equity));
  return (
    <>
      <div className={styles.keys} aria-hidden="true">
        <span className={styles.medianKey}>{t.equityLine}</span>
        <span className={styles.bandKey}>{t.band}</span>
        <span className={styles.controlsKey}>{t.middle}</span>
      </div>
      <div
        ref={ref}
        className={styles.plot}
        role="img"
        aria-label={t.equityLabel(formats.amount(end?.equity), formats.amount(range?.p5), formats.amount(range?.p95))}
      >
        {width > 0 && <EquityPicture portfolio={portfolio} box={chartBox(width, HEIGHT, LEFT)} />}
      </div>
      <p className={styles.quiet}>{t.drawdown}</p>
      <div
        className={styles.plot}
        role="img"
        aria-label={t.drawdownLabel(formats.change(Math.min(0, ...drawdowns), 1))}
      >
        {width > 0 && <DrawdownPicture drawdowns={drawdowns} box={chartBox(width, DRAWDOWN_HEIGHT, LEFT)} />}
      </div>
      <details className={styles.details}>
        <summary>{t.byDay}</summary>
        <DenseTable
          caption={t.byDay}
          rows={spreadDays(equity.length, DAYS_LISTED)}
          rowKey={(at) => at}
          columns={[
            { key: 'date', head: t.date, cell: (at) => <span className="figure">{equity[at]?.date}</span> },
            { key: 'equity', head: t.equity, numeric: true, cell: (at) => formats.price(equity[at]?.equity) },
            { key: 'cash', head: t.cash, numeric: true, wideOnly: true, cell: (at) => formats.price(equity[at]?.cash) },
            { key: 'drawdown', head: t.drawdown, numeric: true, cell: (at) => formats.change(drawdowns[at], 1) },
            {
              key: 'band',
              head: t.band,
              numeric: true,
              cell: (at) => `${formats.amount(band[at]?.p5)} … ${formats.amount(band[at]?.p95)}`,
            },
          ]}
        />
      </details>
    </>
  );
}

function EquityPicture({
  portfolio: { equity, band, capital },
  box,
}: {
  portfolio: Portfolio;
  box: ChartBox;
}): ReactNode {
  const formats = useFormats();
  const values = [capital, ...equity.map((day) => day.equity), ...band.flatMap(({ p5, p95 }) => [p5, p95])];
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const x = scaleOf(0, Math.max(1, equity.length - 1), box.left, box.right);
  const y = scaleOf(least, most, box.bottom, box.top);
  const points = <Day,>(days: readonly Day[], of: (day: Day) => number): string[] =>
    days.map((day, at) => `${x(at).toFixed(1)},${y(of(day)).toFixed(1)}`);
  const around = [...points(band, ({ p95 }) => p95), ...points(band, ({ p5 }) => p5).reverse()];
  const labels = spreadDays(equity.length, Math.max(2, Math.floor(box.width / LABEL_WIDTH)));
  return (
    <svg width={box.width} height={box.height} aria-hidden="true">
      {roundTicks(least, most, TICKS.equity).map((tick) => (
        <GridLine key={tick} box={box} y={y(tick)} label={formats.amount(tick)} />
      ))}
      <line className={styles.zero} x1={box.left} x2={box.right} y1={y(capital)} y2={y(capital)} />
      {labels.map((at, place) => (
        <text
          key={at}
          className={styles.tick}
          x={x(at)}
          y={box.height - 6}
          textAnchor={place === 0 ? 'start' : place === labels.length - 1 ? 'end' : 'middle'}
        >
          {equity[at]?.date}
        </text>
      ))}
      <polygon className={styles.band} points={around.join(' ')} />
      <polyline className={styles.controls} points={points(band, ({ p50 }) => p50).join(' ')} />
      <polyline className={styles.median} points={points(equity, (day) => day.equity).join(' ')} />
    </svg>
  );
}

function DrawdownPicture({ drawdowns, box }: { drawdowns: readonly number[]; box: ChartBox }): ReactNode {
  const formats = useFormats();
  const least = Math.min(0, ...drawdowns);
  const x = scaleOf(0, Math.max(1, drawdowns.length - 1), box.left, box.right);
  const y = scaleOf(least, 0, box.bottom, box.top);
  const line = drawdowns.map((value, at) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`);
  const corners = [`${x(drawdowns.length - 1).toFixed(1)},${y(0).toFixed(1)}`, `${x(0).toFixed(1)},${y(0).toFixed(1)}`];
  return (
    <svg width={box.width} height={box.height} aria-hidden="true">
      {roundTicks(least, 0, TICKS.drawdown).map((tick) => (
        <GridLine key={tick} box={box} y={y(tick)} label={formats.change(tick, Number.isInteger(tick) ? 0 : 1)} />
      ))}
      <polygon className={styles.band} points={[...line, ...corners].join(' ')} />
      <polyline className={styles.median} points={line.join(' ')} />
    </svg>
  );
}
