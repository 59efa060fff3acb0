import type { ReactNode } from 'react';
import { useEventName } from '../api/vocabulary';
import { Change } from '../parts/change';
import { NOTHING, useFormats } from '../i18n/formats';
import { type Translated, useMessages } from '../i18n/messages';
import { getChange, type Period, toTime } from './bar';
import type { StockBars } from './chart-bars';
import { averageColours, type ChartPalette } from './chart-palette';
import { chartMessages } from './chart-messages';
import { AVERAGES } from './indicators';
import { movingAverage } from './moving-average';
import type { ChartHits } from './hit-marks';
import type { KLineMarks } from './k-line';
import type { EventMark } from './scene';
import styles from './stock-chart.module.css';
import { volumeRank } from './volume-rank';

const DAYS_OF_WEEK = 5;
const RANKED_BARS = { day: 243, week: 52 };

/** The values of one bar: the one under the crosshair, else the newest. */
export function ChartLegend({
  data,
  period,
  index,
  marks: { events, ranges, letters },
  strength = null,
}: {
  data: StockBars;
  period: Period;
  index: number;
  marks: KLineMarks;
  strength?: ReadonlyMap<number, number> | null;
}): ReactNode {
  const t = useMessages(chartMessages);
  const formats = useFormats();
  const nameOf = useEventName();
  const bar = data.bars[index];
  if (bar === undefined) return null;
  const rank = volumeRank(data.bars, index, RANKED_BARS[period]);
  // A week cut short by holidays, or a stock's suspension, trades less by itself.
  const shortWeek = period === 'week' && !bar.isPartial && bar.bars < DAYS_OF_WEEK;
  const formatRank = period === 'day' ? t.rank : t.rankWeeks;
  const here = events.filter((event) => event.index === index);
  return (
    <dl className={`figure ${styles.figures}`}>
      <div className={styles.day}>
        <dt className="spoken">{period === 'day' ? t.day : t.weekEnd}</dt>
        <dd>{bar.tradeDate}</dd>
      </div>
      <LegendValue name={t.open} value={formats.price(bar.open)} />
      <LegendValue name={t.high} value={formats.price(bar.high)} />
      <LegendValue name={t.low} value={formats.price(bar.low)} />
      <LegendValue name={t.close} value={formats.price(bar.close)} strong />
      <div>
        <dt className="spoken">{t.change}</dt>
        <dd>
          <Change percent={getChange(data.bars, index)} title={t.change} />
          {bar.closedAtLimit !== null && <span className={styles.quiet}> {t.limits(bar.closedAtLimit)}</span>}
        </dd>
      </div>
      <LegendValue name={t.volume} value={formats.volume(bar.volume)} />
      <LegendValue name={t.amount} value={formats.amount(bar.amount)} />
      <LegendValue name={t.turnover} value={formats.percent(bar.turnoverPct, 2)} />
      {strength !== null && (
        <div title={t.strengthIs}>
          <dt>{t.strength}</dt>
          <dd>{strength.get(toTime(bar.tradeDate))?.toFixed(1) ?? NOTHING}</dd>
        </div>
      )}
      {rank !== null && (
        <div title={t.rankTitle}>
          <dt className="spoken">{t.volume}</dt>
          <dd className={rank.rank <= 3 && !shortWeek ? styles.low : styles.quiet}>{formatRank(rank.rank, rank.of)}</dd>
        </div>
      )}
      {shortWeek && (
        <div>
          <dd className={styles.quiet}>{t.shortWeek(bar.bars)}</dd>
        </div>
      )}
      {(bar.isProvisional || bar.isPartial) && (
        <div>
          <dd className={styles.quiet}>{bar.isProvisional ? t.provisional : t.partialWeek}</dd>
        </div>
      )}
      {here.length > 0 && (
        <div>
          <dt className="spoken">{t.events}</dt>
          <dd className={styles.events}>
            {here.map((mark) => `${mark.event} ${nameOf(mark.event)}${asides(mark, t)}`).join(' · ')}
          </dd>
        </div>
      )}
      <RangeValue index={index} ranges={ranges} letters={letters} />
    </dl>
  );
}

/** The trading range that the bar is in. */
function RangeValue({ index, ranges, letters }: Pick<KLineMarks, 'ranges' | 'letters'> & { index: number }): ReactNode {
  const t = useMessages(chartMessages);
  const formats = useFormats();
  // Newest first: of ranges that overlap the one that was read last.
  const range = ranges.find(({ from, to }) => from <= index && index <= to);
  const letter = letters.find(({ from, to }) => from <= index && index <= to)?.letter;
  if (range === undefined) return null;
  return (
    <div>
      <dt>{t.range}</dt>
      <dd className={styles.quiet}>
        {[
          t.rangeIs(formats.price(range.support), formats.price(range.resistance)),
          ...(letter === undefined ? [] : [t.letter(letter)]),
          t.rangeSide(range.side),
          t.rangeOrigin(range.origin),
        ].join(' · ')}
      </dd>
    </div>
  );
}

function asides({ origin, recognised }: EventMark, t: Translated<(typeof chartMessages)['zh']>): string {
  const said = [
    ...(origin === 'ai' ? [t.byAi] : []),
    ...(recognised === null ? [] : [t.recognisedOn(recognised.day.slice(5))]),
  ];
  return said.length === 0 ? '' : ` (${said.join(t.asideJoin)})`;
}

/** The screen whose hits are marked, and whether the bar is one of them. */
export function HitValues({
  hits: { name, days, from },
  marks,
  index,
}: {
  hits: ChartHits;
  marks: KLineMarks;
  index: number;
}): ReactNode {
  const t = useMessages(chartMessages);
  return (
    <dl className={`figure ${styles.figures}`}>
      <div title={t.hitsAre}>
        <dt>
          <i className={styles.hitSign} aria-hidden="true" />
          {name}
        </dt>
        <dd className={styles.quiet}>{t.hitDays(from, days.length)}</dd>
      </div>
      {marks.hits.includes(index) && (
        <div>
          <dd className={styles.strong}>{t.hitHere}</dd>
        </div>
      )}
    </dl>
  );
}

/** What the averages' lines are at the bar, each in its colour. */
export function AverageValues({
  data,
  index,
  palette,
}: {
  data: StockBars;
  index: number;
  palette: ChartPalette;
}): ReactNode {
  const t = useMessages(chartMessages);
  const formats = useFormats();
  const colours = averageColours(palette);
  return (
    <dl className={`figure ${styles.figures} ${styles.averageValues}`}>
      {AVERAGES.map((count, order) => {
        const closes = data.bars.slice(Math.max(0, index + 1 - count), index + 1).map(({ close }) => close);
        return (
          <div key={count}>
            <dt>
              <i className={styles.swatch} style={{ background: colours[order] }} aria-hidden="true" />
              {t.average(count)}
            </dt>
            <dd>{formats.price(movingAverage(closes, count).at(-1))}</dd>
          </div>
        );
      })}
    </dl>
  );
}

function LegendValue({ name, value, strong = false }: { name: string; value: string; strong?: boolean }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={strong ? styles.strong : undefined}>{value}</dd>
    </div>
  );
}
