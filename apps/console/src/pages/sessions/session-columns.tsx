import type { ReactNode } from 'react';
import { MiniChart } from '../../chart/mini-chart';
import type { useMiniBars } from '../../chart/mini-bars';
import { Change, Money } from '../../parts/change';
import { PhaseChip } from '../../parts/phase-chip';
import type { ValueOrigins } from '../../provenance/value-origins';
import { Provenance } from '../../provenance/provenance';
import { type Formats, NOTHING } from '../../i18n/formats';
import type { useMessages } from '../../i18n/messages';
import { daysBetween } from './days';
import styles from './sessions.module.css';
import type { SessionRow } from './session-pages';
import type { SessionSort } from './sessions-query';
import type { sessionsMessages } from './sessions-messages';

type MissingReason = NonNullable<SessionRow['changePctReason']>;
export type Translations = ReturnType<typeof useMessages<(typeof sessionsMessages)['zh']>>;

/** What cells need in addition to their row. */
export interface CellContext {
  readonly t: Translations;
  readonly formats: Formats;
  readonly origins: ValueOrigins;
  readonly today: string;
  readonly marketDataThrough: string | null;
  readonly miniBars: ReturnType<typeof useMiniBars>;
}

export interface SessionColumn {
  readonly key: string;
  readonly head: (t: Translations) => string;
  readonly width: number;
  /** If English words need more. */
  readonly widthInEnglish?: number;
  readonly numeric?: boolean;
  readonly sort?: SessionSort;
  /** Shown until somebody chooses otherwise. */
  readonly first?: boolean;
  readonly cell: (row: SessionRow, context: CellContext) => ReactNode;
}

const dayCell = (day: string | null, { formats, today }: CellContext): ReactNode => (
  <span title={day ?? undefined}>{formats.day(day, today)}</span>
);
const missing = (title: string): ReactNode => <span title={title}>{NOTHING}</span>;

/** The columns that scroll sideways; tick, priority, code and name stand still before them. */
export const SESSION_COLUMNS: readonly SessionColumn[] = [
  {
    key: 'phase',
    head: (t) => t.phase,
    width: 72,
    widthInEnglish: 104,
    sort: 'phase',
    first: true,
    cell: (row) => <PhaseChip phase={row.currentPrimaryPhase} />,
  },
  {
    key: 'consensus',
    head: (t) => t.consensus,
    width: 58,
    widthInEnglish: 68,
    sort: 'ai_consensus',
    first: true,
    cell: (row, { t }) => <Consensus consensus={row.aiConsensus} t={t} />,
  },
  {
    key: 'entryDate',
    head: (t) => t.entryDate,
    width: 70,
    sort: 'entry_date',
    numeric: true,
    first: true,
    cell: (row, context) => dayCell(row.entryDate, context),
  },
  {
    key: 'daysSince',
    head: (t) => t.daysSince,
    width: 64,
    numeric: true,
    first: true,
    cell: (row, { formats, today }) => formats.count(daysBetween(row.entryDate, today)),
  },
  {
    key: 'entryPrice',
    head: (t) => t.entryPrice,
    width: 76,
    numeric: true,
    first: true,
    cell: (row, { formats }) => formats.price(row.entryClosePrice),
  },
  {
    key: 'latest',
    head: (t) => t.latest,
    width: 76,
    numeric: true,
    sort: 'latest_close',
    first: true,
    cell: (row, { formats, t, origins, marketDataThrough }) => {
      if (row.latestTradeDate === null) return NOTHING;
      const stale = row.status === 'open' && marketDataThrough !== null && row.latestTradeDate < marketDataThrough;
      return (
        <Provenance lines={[...origins.close(row), ...(stale ? [t.staleClose(row.latestTradeDate)] : [])]}>
          <span className={stale ? styles.stale : undefined}>{formats.price(row.latestClose)}</span>
        </Provenance>
      );
    },
  },
  {
    key: 'change',
    head: (t) => t.change,
    width: 76,
    numeric: true,
    sort: 'change_pct',
    first: true,
    cell: (row, context) => (
      <DayFigure row={row} reason={row.changePctReason} {...context}>
        <Change percent={row.changePct} />
      </DayFigure>
    ),
  },
  {
    key: 'turnover',
    head: (t) => t.turnover,
    width: 68,
    widthInEnglish: 84,
    numeric: true,
    sort: 'turnover_pct',
    first: true,
    cell: (row, context) => (
      <DayFigure row={row} reason={row.turnoverPctReason} {...context}>
        {context.formats.percent(row.turnoverPct, 2)}
      </DayFigure>
    ),
  },
  {
    key: 'volumeRatio',
    head: (t) => t.volumeRatio,
    width: 60,
    widthInEnglish: 84,
    numeric: true,
    sort: 'volume_ratio',
    first: true,
    cell: (row, context) => (
      <DayFigure row={row} reason={row.volumeRatioReason} {...context}>
        {context.formats.decimal(row.volumeRatio, 2)}
      </DayFigure>
    ),
  },
  {
    key: 'vsEntry',
    head: (t) => t.vsEntry,
    width: 80,
    numeric: true,
    sort: 'close_vs_entry_pct',
    first: true,
    cell: (row, { origins }) => (
      <Provenance lines={origins.versusEntry(row)}>
        <Change percent={row.closeVsEntryPct} />
      </Provenance>
    ),
  },
  {
    key: 'invalidation',
    head: (t) => t.invalidation,
    width: 80,
    widthInEnglish: 128,
    numeric: true,
    sort: 'invalidation_distance_pct',
    cell: (row, context) => <InvalidationDistance row={row} {...context} />,
  },
  {
    key: 'costDistance',
    head: (t) => t.costDistance,
    width: 80,
    widthInEnglish: 84,
    numeric: true,
    sort: 'cost_distance_pct',
    cell: (row, context) => (
      <HoldingFigure row={row} value={row.holding?.costDistancePct ?? null} {...context}>
        <Change percent={row.holding?.costDistancePct ?? null} />
      </HoldingFigure>
    ),
  },
  {
    key: 'holdingProfit',
    head: (t) => t.holdingProfit,
    width: 96,
    numeric: true,
    sort: 'holding_profit',
    cell: (row, context) => (
      <HoldingFigure row={row} value={row.holding?.profit ?? null} {...context}>
        <Money yuan={row.holding?.profit ?? null} />
      </HoldingFigure>
    ),
  },
  {
    key: 'industry',
    head: (t) => t.industry,
    width: 88,
    widthInEnglish: 104,
    sort: 'industry',
    cell: (row) => <span title={row.industry ?? undefined}>{row.industry ?? NOTHING}</span>,
  },
  {
    key: 'groundDay',
    head: (t) => t.groundDay,
    width: 70,
    numeric: true,
    sort: 'lowest_volume_trade_date',
    first: true,
    cell: (row, { formats, origins, today }) => (
      <Provenance lines={origins.groundVolume(row)}>{formats.day(row.lowestVolumeTradeDate, today)}</Provenance>
    ),
  },
  {
    key: 'spread',
    head: (t) => t.spread,
    width: 76,
    widthInEnglish: 92,
    numeric: true,
    sort: 'cyq_spread_ratio',
    first: true,
    cell: (row, { formats, origins, t }) =>
      row.cyqSpreadRatio === null ? (
        missing(t.noChips)
      ) : (
        <Provenance lines={origins.chips(row.cyq)}>{formats.decimal(row.cyqSpreadRatio, 3)}</Provenance>
      ),
  },
  {
    key: 'cap',
    head: (t) => t.cap,
    width: 88,
    numeric: true,
    sort: 'circulating_market_cap_yi',
    first: true,
    cell: (row, { formats, origins }) => (
      <Provenance lines={origins.cap(row)}>{formats.capYi(row.circulatingMarketCapYi)}</Provenance>
    ),
  },
  {
    key: 'score',
    head: (t) => t.score,
    width: 76,
    numeric: true,
    sort: 'fundamental_score',
    first: true,
    cell: (row, { t, formats, origins }) =>
      row.fundamentalScore === null ? (
        missing(t.notScored)
      ) : (
        <Provenance lines={origins.score(row)}>{formats.count(row.fundamentalScore)}</Provenance>
      ),
  },
  {
    key: 'review',
    head: (t) => t.reviewDate,
    width: 84,
    numeric: true,
    sort: 'next_review_at',
    first: true,
    cell: (row, context) => <ReviewDay row={row} {...context} />,
  },
  {
    key: 'source',
    head: (t) => t.source,
    width: 104,
    first: true,
    cell: (row) => <span title={row.source ?? undefined}>{row.source ?? NOTHING}</span>,
  },
  {
    key: 'endedAt',
    head: (t) => t.endedAt,
    width: 70,
    numeric: true,
    sort: 'ended_at',
    cell: (row, context) => (
      <span title={row.endReason ?? undefined}>
        {row.endedAt === null ? NOTHING : context.formats.instant(row.endedAt).slice(0, 5)}
      </span>
    ),
  },
  {
    key: 'bars',
    head: (t) => t.bars,
    width: 104,
    first: true,
    cell: (row, { miniBars, t }) => {
      const bars = miniBars.get(row.code);
      if (bars === undefined || bars.closes.length === 0) return null;
      return (
        <MiniChart
          closes={bars.closes}
          volumes={bars.volumes}
          label={t.barsOf(row.stockName ?? row.code)}
          width={88}
          height={22}
        />
      );
    },
  },
];

/** A figure of the day of the latest close, which a suspended stock has none of; or why it is missing. */
function DayFigure({
  row,
  reason,
  t,
  children,
}: Pick<CellContext, 't'> & { row: SessionRow; reason: MissingReason | null; children: ReactNode }): ReactNode {
  if (reason !== null) return missing(t[`missing_${reason}`](row.latestTradeDate ?? NOTHING));
  return <Provenance lines={[t.figureOf(row.latestTradeDate ?? NOTHING)]}>{children}</Provenance>;
}

/** What the own position in the stock comes to; or why that is not known. */
function HoldingFigure({
  row: { holding },
  value,
  t,
  formats,
  marketDataThrough,
  children,
}: Pick<CellContext, 't' | 'formats' | 'marketDataThrough'> & {
  row: SessionRow;
  value: number | null;
  children: ReactNode;
}): ReactNode {
  if (holding === null) return missing(t.notHeld);
  if (value === null) return missing(holding.profitReason === null ? '' : t[`profit_${holding.profitReason}`]);
  const day = holding.latestTradeDate;
  const stale = day !== null && marketDataThrough !== null && day < marketDataThrough;
  return (
    <Provenance
      lines={[
        t.holdingOf(formats.count(holding.quantity), formats.decimal(holding.avgCost, 3)),
        ...(stale ? [t.staleClose(day)] : [t.closeOfDay(day ?? NOTHING)]),
      ]}
    >
      <span className={stale ? styles.stale : undefined}>{children}</span>
    </Provenance>
  );
}

/** How far the price is from where the reading ends; amber with a sign where the close is beyond. */
function InvalidationDistance({
  row,
  t,
  formats,
}: Pick<CellContext, 't' | 'formats'> & { row: SessionRow }): ReactNode {
  const { invalidationDistancePct: distance, invalidationPrice: price, invalidationSide: side } = row;
  if (distance === null || price === null || side === null) return missing(t.noInvalidation);
  const beyond = distance < 0;
  return (
    <Provenance
      lines={[
        t[`invalid_${side}`](formats.price(price)),
        ...(beyond ? [t.beyondInvalidation] : []),
        t.readingOf(row.invalidationAsOf ?? NOTHING),
        t.closeOfDay(row.latestTradeDate ?? NOTHING),
      ]}
    >
      <span className={beyond ? styles.due : undefined}>
        {beyond && <span aria-hidden="true">! </span>}
        {formats.percent(distance, 2)}
      </span>
    </Provenance>
  );
}

/** The review date; amber with a word if it has passed. */
export function ReviewDay({
  row,
  t,
  formats,
  today,
}: Pick<CellContext, 't' | 'formats' | 'today'> & { row: SessionRow }): ReactNode {
  if (row.nextReviewAt === null) return missing(t.noReview);
  const due = row.status === 'open' && row.nextReviewAt <= today;
  const title = due ? `${row.nextReviewAt} ${t.overdue(daysBetween(row.nextReviewAt, today))}` : row.nextReviewAt;
  return (
    <span className={due ? styles.due : undefined} title={title}>
      {due && <span aria-hidden="true">! </span>}
      {formats.day(row.nextReviewAt, today)}
    </span>
  );
}

const CONSENSUS_SIGNS = { 上涨: '↗', 下跌: '↘', 震荡: '→' } as const;

/** What the models agree on; a judgement, so in ink and with a sign, not in the colours of prices. */
export function Consensus({ consensus, t }: { consensus: SessionRow['aiConsensus']; t: Translations }): ReactNode {
  if (consensus === null) return missing(t.noConsensus);
  const name = { 上涨: t.rise, 下跌: t.fall, 震荡: t.range }[consensus];
  return (
    <span title={name}>
      <span aria-hidden="true">{CONSENSUS_SIGNS[consensus]}</span> {name}
    </span>
  );
}
