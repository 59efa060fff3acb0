import type { ReactNode } from 'react';
import { useEventName } from '../api/vocabulary';
import { Change } from '../parts/change';
import { useFormats } from '../words/formats';
import { type Translated, useWords } from '../words/words';
import { changeOf, type Period } from './bar';
import type { StockBars } from './chart-bars';
import { averageColours, type ChartPalette } from './chart-palette';
import { chartWords } from './chart-words';
import { AVERAGES } from './indicators';
import { movingAverage } from './moving-average';
import type { KLineMarks } from './k-line';
import type { EventMark } from './scene';
import styles from './stock-chart.module.css';
import { volumeRank } from './volume-rank';

const DAYS_OF_WEEK = 5;
const RANKED_BARS = { day: 243, week: 52 };

/** The figures of one bar: the one under the crosshair, else the newest. */
export function ChartLegend({
  data,
  period,
  index,
  marks: { events, ranges, letters },
}: {
  data: StockBars;
  period: Period;
  index: number;
  marks: KLineMarks;
}): ReactNode {
  const say = useWords(chartWords);
  const formats = useFormats();
  const nameOf = useEventName();
  const bar = data.bars[index];
  if (bar === undefined) return null;
  const rank = volumeRank(data.bars, index, RANKED_BARS[period]);
  // A week cut short by holidays, or a stock's suspension, trades less by itself.
  const shortWeek = period === 'week' && !bar.isPartial && bar.bars < DAYS_OF_WEEK;
  const sayRank = period === 'day' ? say.rank : say.rankWeeks;
  const here = events.filter((event) => event.index === index);
  return (
    <dl className={`figure ${styles.figures}`}>
      <div className={styles.day}>
        <dt className="spoken">{period === 'day' ? say.day : say.weekEnd}</dt>
        <dd>{bar.tradeDate}</dd>
      </div>
      <Figure name={say.open} value={formats.price(bar.open)} />
      <Figure name={say.high} value={formats.price(bar.high)} />
      <Figure name={say.low} value={formats.price(bar.low)} />
      <Figure name={say.close} value={formats.price(bar.close)} strong />
      <div>
        <dt className="spoken">{say.change}</dt>
        <dd>
          <Change percent={changeOf(data.bars, index)} title={say.change} />
        </dd>
      </div>
      <Figure name={say.volume} value={formats.volume(bar.volume)} />
      <Figure name={say.amount} value={formats.amount(bar.amount)} />
      <Figure name={say.turnover} value={formats.percent(bar.turnoverPct, 2)} />
      {rank !== null && (
        <div title={say.rankTitle}>
          <dt className="spoken">{say.volume}</dt>
          <dd className={rank.rank <= 3 && !shortWeek ? styles.low : styles.quiet}>{sayRank(rank.rank, rank.of)}</dd>
        </div>
      )}
      {shortWeek && (
        <div>
          <dd className={styles.quiet}>{say.shortWeek(bar.bars)}</dd>
        </div>
      )}
      {(bar.isProvisional || bar.isPartial) && (
        <div>
          <dd className={styles.quiet}>{bar.isProvisional ? say.provisional : say.partialWeek}</dd>
        </div>
      )}
      {here.length > 0 && (
        <div>
          <dt className="spoken">{say.events}</dt>
          <dd className={styles.events}>
            {here.map((mark) => `${mark.event} ${nameOf(mark.event)}${asides(mark, say)}`).join(' · ')}
          </dd>
        </div>
      )}
      <RangeFigure index={index} ranges={ranges} letters={letters} />
    </dl>
  );
}

/** The trading range that the bar is in. */
function RangeFigure({
  index,
  ranges,
  letters,
}: Pick<KLineMarks, 'ranges' | 'letters'> & { index: number }): ReactNode {
  const say = useWords(chartWords);
  const formats = useFormats();
  // Newest first: of ranges that overlap the one that was read last.
  const range = ranges.find(({ from, to }) => from <= index && index <= to);
  const letter = letters.find(({ from, to }) => from <= index && index <= to)?.letter;
  if (range === undefined) return null;
  return (
    <div>
      <dt>{say.range}</dt>
      <dd className={styles.quiet}>
        {[
          say.rangeIs(formats.price(range.support), formats.price(range.resistance)),
          ...(letter === undefined ? [] : [say.letter(letter)]),
          say.rangeSide(range.side),
          say.rangeOrigin(range.origin),
        ].join(' · ')}
      </dd>
    </div>
  );
}

function asides({ origin, recognised }: EventMark, say: Translated<(typeof chartWords)['zh']>): string {
  const said = [
    ...(origin === 'ai' ? [say.byAi] : []),
    ...(recognised === null ? [] : [say.recognisedOn(recognised.day.slice(5))]),
  ];
  return said.length === 0 ? '' : ` (${said.join(say.asideJoin)})`;
}

/** What the averages' lines are at the bar, each in its colour. */
export function AverageFigures({
  data,
  index,
  palette,
}: {
  data: StockBars;
  index: number;
  palette: ChartPalette;
}): ReactNode {
  const say = useWords(chartWords);
  const formats = useFormats();
  const colours = averageColours(palette);
  return (
    <dl className={`figure ${styles.figures}`}>
      {AVERAGES.map((count, order) => {
        const closes = data.bars.slice(Math.max(0, index + 1 - count), index + 1).map(({ close }) => close);
        return (
          <div key={count}>
            <dt>
              <i className={styles.swatch} style={{ background: colours[order] }} aria-hidden="true" />
              {say.average(count)}
            </dt>
            <dd>{formats.price(movingAverage(closes, count).at(-1))}</dd>
          </div>
        );
      })}
    </dl>
  );
}

function Figure({ name, value, strong = false }: { name: string; value: string; strong?: boolean }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={strong ? styles.strong : undefined}>{value}</dd>
    </div>
  );
}
