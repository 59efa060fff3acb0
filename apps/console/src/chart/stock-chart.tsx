import { IconChartCandle, IconTable } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useId, useMemo, useState } from 'react';
import { EmptyNote } from '../parts/empty-note';
import { FailureNote } from '../parts/failure-note';
import { Loading } from '../parts/loading';
import { usePreferences } from '../preferences/preferences';
import { useFormats } from '../i18n/formats';
import { useMessages } from '../i18n/messages';
import { type Bar, findBarIndex } from './bar';
import { BarsTable } from './bars-table';
import { type Adjust, type StockBars, useChartBars } from './chart-bars';
import { AverageValues, ChartLegend, HitValues } from './chart-legend';
import { useChartPalette } from './chart-palette';
import { useChartMarks } from './chart-marks';
import { chartSummary, chartTitle } from './chart-summary';
import { chartMessages } from './chart-messages';
import { ChipValues } from './chip-values';
import { useChartChips } from './chart-chips';
import type { Span } from './bars-in-sight';
import type { ChartHits } from './hit-marks';
import type { KLine } from './k-line';
import { useStrength } from './market-levels';
import type { ChartLetter, ChartRange } from './evidenced-ranges';
import type { ChartEvent, ChartInvalidation, ChartPhase } from './marks';
import { PaneLegends } from './panes/pane-legend';
import type { Pane } from './panes/pane-names';
import type { ChartDrawings } from './shapes/drawing';
import { pressDrawingKey } from './shapes/drawing-keys';
import styles from './stock-chart.module.css';
import { useKLine } from './use-k-line';
import { useShapes } from './shapes/use-shapes';

export interface StockChartProps {
  readonly code: string;
  readonly period: 'day' | 'week';
  /** Default: forward-adjusted. */
  readonly adjust?: 'qfq' | 'none' | 'hfq';
  /** How many bars are visible at first; older ones by panning. Changing `code` keeps it. */
  readonly span: Span;
  /** A vertical line on the day of the entry, a horizontal one at its price. */
  readonly entry?: { readonly day: string; readonly price: number | null } | null;
  /** A horizontal line where the reading of the newest record ends. */
  readonly invalidation?: ChartInvalidation | null;
  /** Bands under the candles, and a strip with their names. */
  readonly phases?: readonly ChartPhase[];
  readonly events?: readonly ChartEvent[];
  /** Boxes behind the candles, and the letters of their phases in a row below. */
  readonly ranges?: readonly ChartRange[];
  readonly letters?: readonly ChartLetter[];
  /** Marked in a row below the candles, with the screen's name above them. */
  readonly hits?: ChartHits | null;
  /** Flagged in the volume pane. */
  readonly groundVolumeDay?: string | null;
  /** Chip distribution next to the price axis, of the bar under the crosshair, else of the last one. */
  readonly chips?: boolean;
  readonly averages?: boolean;
  /** The stock compared with the market, in a pane of its own. */
  readonly strength?: boolean;
  /** Indicators in panes of their own, below. */
  readonly panes?: readonly Pane[];
  /** What people have drawn, and the tool in hand. */
  readonly drawings?: ChartDrawings;
  /** The crosshair goes there; null takes it away. */
  readonly highlightedDay?: string | null;
  readonly onDayHover?: (day: string | null) => void;
  readonly onDayClick?: (day: string) => void;
}

/** A stock's K-line with its volume; fills the box that it stands in. Days are `YYYY-MM-DD`; a week is named by its last bar's day. */
export function StockChart(props: StockChartProps): ReactNode {
  const { code, period, adjust = 'qfq' } = props;
  const t = useMessages(chartMessages);
  const { data, error, isPlaceholderData, refetch } = useChartBars(code, period, adjust);
  if (data === undefined) {
    return (
      <div className={styles.chart}>
        {error === null ? <Loading rows={10} /> : <FailureNote error={error} onRetry={() => void refetch()} />}
      </div>
    );
  }
  return (
    <div className={styles.chart}>
      {error !== null && <FailureNote error={error} onRetry={() => void refetch()} />}
      {data.bars.length === 0 && !isPlaceholderData ? (
        <div role="img" aria-label={`${chartTitle(data, period, t)}${t.listJoin}${t.nothing}`}>
          <EmptyNote>{t.nothingWhy(data.code)}</EmptyNote>
        </div>
      ) : (
        <Drawn {...props} adjust={adjust} data={data} loading={isPlaceholderData} />
      )}
    </div>
  );
}

/** One list: the chart is drawn again for another. */
const NO_PANES: readonly Pane[] = [];

interface DrawnProps extends StockChartProps {
  readonly adjust: Adjust;
  /** Maybe of the stock or the period before, while the new is loading: all that is said is said of these bars. */
  readonly data: StockBars;
  readonly loading: boolean;
}

function Drawn(props: DrawnProps): ReactNode {
  const { data, loading, adjust, span, chips: withChips = false, averages = false, highlightedDay = null } = props;
  const { hits = null, panes = NO_PANES } = props;
  const t = useMessages(chartMessages);
  const formats = useFormats();
  const { language } = usePreferences();
  const palette = useChartPalette();
  const keysId = useId();
  const [asTable, setAsTable] = useState(false);
  const [hovered, setHovered] = useState<{ readonly bars: readonly Bar[]; readonly index: number } | null>(null);
  const { bars } = data;
  const period = data.period === 'week' ? 'week' : 'day';
  const marks = useChartMarks({ ...props, adjust });
  const shapes = useShapes(props.drawings, data, props.code);
  const drawn = shapes.state.shapes.length;
  const strength = useStrength(data, { wanted: props.strength === true, period, adjust, span });
  const summary = useMemo(
    () => chartSummary(data, period, marks, t, formats, { drawings: drawn, panes }),
    [data, period, marks, t, formats, drawn, panes],
  );

  const highlighted = useMemo(
    () => (highlightedDay === null ? undefined : findBarIndex(bars, highlightedDay, period)),
    [bars, highlightedDay, period],
  );
  const pointed = hovered?.bars === bars ? hovered.index : highlighted;
  const index = pointed ?? bars.length - 1;
  const { chips, scale, scene } = useChartChips(data, period, withChips ? bars[index]?.tradeDate : undefined);
  const { box, chart, paneBoxes } = useKLine({
    ...{ data, bars, period, span, marks, highlighted, averages, strength, panes, withChips, asTable },
    ...{ chips: scene, shapes: shapes.state, onSelect: shapes.onSelect, onShape: shapes.onShape },
    onHover: (at) => {
      setHovered(at === null ? null : { bars, index: at });
      props.onDayHover?.(at === null ? null : (bars[at]?.tradeDate ?? null));
    },
    onClick: (at) => {
      const day = bars[at]?.tradeDate;
      if (day !== undefined) props.onDayClick?.(day);
    },
  });
  const title = chartTitle(data, period, t);
  return (
    <div
      className={styles.drawn}
      aria-busy={loading}
      data-loading={loading || undefined}
      lang={language === 'zh' ? 'zh-CN' : 'en'}
    >
      <div className={styles.head}>
        <div>
          <ChartLegend data={data} period={period} index={index} marks={marks} strength={strength} />
          {averages && <AverageValues data={data} index={index} palette={palette} />}
          {hits !== null && <HitValues hits={hits} marks={marks} index={index} />}
        </div>
        <ChartAside data={data} adjust={adjust} asTable={asTable} onTable={setAsTable} />
      </div>
      {asTable ? (
        <div className={styles.table}>
          <BarsTable name={title} bars={bars} period={period} panes={panes} />
        </div>
      ) : (
        <div
          ref={box}
          className={styles.canvas}
          data-tool={props.drawings?.tool ?? undefined}
          role="img"
          aria-label={summary}
          aria-describedby={keysId}
          tabIndex={0}
          onKeyDown={(event) => pressed(event, chart.current, props.drawings)}
          onBlur={() => chart.current?.leave()}
        />
      )}
      <PaneLegends boxes={paneBoxes} bars={bars} index={index} palette={palette} />
      <span id={keysId} className="spoken">
        {[t.keys, ...(props.drawings?.editable === true ? [t.drawingKeys] : [])].join(t.listJoin)}
      </span>
      {withChips && <ChipValues chips={chips} scale={scale} />}
    </div>
  );
}

/** The adjustment and the age of the bars, and the switch to a table. */
function ChartAside({
  data: { marketDataThrough },
  adjust,
  asTable,
  onTable,
}: {
  data: StockBars;
  adjust: Adjust;
  asTable: boolean;
  onTable: (asTable: boolean) => void;
}): ReactNode {
  const t = useMessages(chartMessages);
  return (
    <div className={styles.aside}>
      <span className={styles.quiet}>{t.adjusts(adjust)}</span>
      {marketDataThrough !== null && <span className={`figure ${styles.quiet}`}>{t.through(marketDataThrough)}</span>}
      <button
        type="button"
        className={styles.toggle}
        aria-label={asTable ? t.chart : t.table}
        title={asTable ? t.chart : t.table}
        onClick={() => onTable(!asTable)}
      >
        {asTable ? <IconChartCandle size={15} aria-hidden="true" /> : <IconTable size={15} aria-hidden="true" />}
      </button>
    </div>
  );
}

function pressed(event: KeyboardEvent<HTMLElement>, chart: KLine | null, drawings: ChartDrawings | undefined): void {
  if (chart === null || pressDrawingKey(event, chart, drawings) || event.ctrlKey || event.metaKey || event.altKey)
    return;
  const actions: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => chart.step(event.shiftKey ? -10 : -1),
    ArrowRight: () => chart.step(event.shiftKey ? 10 : 1),
    Home: () => chart.goTo(0),
    End: () => chart.goToEnd(),
    '+': () => chart.zoom(1),
    '=': () => chart.zoom(1),
    '-': () => chart.zoom(-1),
    Escape: () => event.currentTarget.blur(),
  };
  const action = actions[event.key];
  if (action === undefined) return;
  // The page has its own use for arrows.
  event.preventDefault();
  action();
}
