import type { ReactNode } from 'react';
import { MiniChart } from '../../chart/mini-chart';
import type { useMiniBars } from '../../chart/mini-bars';
import { Change } from '../../parts/change';
import { PhaseChip } from '../../parts/phase-chip';
import type { FigureOrigins } from '../../provenance/figure-origins';
import { Provenance } from '../../provenance/provenance';
import { type Formats, NOTHING } from '../../words/formats';
import type { useWords } from '../../words/words';
import { daysBetween } from './days';
import styles from './sessions.module.css';
import type { SessionRow } from './session-pages';
import type { SessionSort } from './sessions-query';
import type { sessionsWords } from './sessions-words';

export type Say = ReturnType<typeof useWords<(typeof sessionsWords)['zh']>>;

/** What cells need to know beside their row. */
export interface CellContext {
  readonly say: Say;
  readonly formats: Formats;
  readonly origins: FigureOrigins;
  readonly today: string;
  readonly marketDataThrough: string | null;
  readonly miniBars: ReturnType<typeof useMiniBars>;
}

export interface SessionColumn {
  readonly key: string;
  readonly head: (say: Say) => string;
  readonly width: number;
  /** Where English words need more. */
  readonly widthInEnglish?: number;
  readonly figure?: boolean;
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
    head: (say) => say.phase,
    width: 72,
    widthInEnglish: 104,
    first: true,
    cell: (row) => <PhaseChip phase={row.currentPrimaryPhase} />,
  },
  {
    key: 'consensus',
    head: (say) => say.consensus,
    width: 58,
    widthInEnglish: 68,
    first: true,
    cell: (row, { say }) => <Consensus consensus={row.aiConsensus} say={say} />,
  },
  {
    key: 'entryDate',
    head: (say) => say.entryDate,
    width: 70,
    sort: 'entry_date',
    figure: true,
    first: true,
    cell: (row, context) => dayCell(row.entryDate, context),
  },
  {
    key: 'daysSince',
    head: (say) => say.daysSince,
    width: 64,
    figure: true,
    first: true,
    cell: (row, { formats, today }) => formats.count(daysBetween(row.entryDate, today)),
  },
  {
    key: 'entryPrice',
    head: (say) => say.entryPrice,
    width: 76,
    figure: true,
    first: true,
    cell: (row, { formats }) => formats.price(row.entryClosePrice),
  },
  {
    key: 'latest',
    head: (say) => say.latest,
    width: 76,
    figure: true,
    first: true,
    cell: (row, { formats, say, origins, marketDataThrough }) => {
      if (row.latestTradeDate === null) return NOTHING;
      const stale = row.status === 'open' && marketDataThrough !== null && row.latestTradeDate < marketDataThrough;
      return (
        <Provenance lines={[...origins.close(row), ...(stale ? [say.staleClose(row.latestTradeDate)] : [])]}>
          <span className={stale ? styles.stale : undefined}>{formats.price(row.latestClose)}</span>
        </Provenance>
      );
    },
  },
  {
    key: 'vsEntry',
    head: (say) => say.vsEntry,
    width: 80,
    figure: true,
    sort: 'close_vs_entry_pct',
    first: true,
    cell: (row, { origins }) => (
      <Provenance lines={origins.versusEntry(row)}>
        <Change percent={row.closeVsEntryPct} />
      </Provenance>
    ),
  },
  {
    key: 'groundDay',
    head: (say) => say.groundDay,
    width: 70,
    figure: true,
    sort: 'lowest_volume_trade_date',
    first: true,
    cell: (row, { formats, origins, today }) => (
      <Provenance lines={origins.groundVolume(row)}>{formats.day(row.lowestVolumeTradeDate, today)}</Provenance>
    ),
  },
  {
    key: 'spread',
    head: (say) => say.spread,
    width: 76,
    widthInEnglish: 92,
    figure: true,
    sort: 'cyq_spread_ratio',
    first: true,
    cell: (row, { formats, origins, say }) =>
      row.cyqSpreadRatio === null ? (
        missing(say.noChips)
      ) : (
        <Provenance lines={origins.chips(row.cyq)}>{formats.decimal(row.cyqSpreadRatio, 3)}</Provenance>
      ),
  },
  {
    key: 'cap',
    head: (say) => say.cap,
    width: 88,
    figure: true,
    sort: 'circulating_market_cap_yi',
    first: true,
    cell: (row, { formats, origins }) => (
      <Provenance lines={origins.cap(row)}>{formats.capYi(row.circulatingMarketCapYi)}</Provenance>
    ),
  },
  {
    key: 'score',
    head: (say) => say.score,
    width: 76,
    figure: true,
    sort: 'fundamental_score',
    first: true,
    cell: (row, { say, formats, origins }) =>
      row.fundamentalScore === null ? (
        missing(say.notScored)
      ) : (
        <Provenance lines={origins.score(row)}>{formats.count(row.fundamentalScore)}</Provenance>
      ),
  },
  {
    key: 'review',
    head: (say) => say.reviewDate,
    width: 84,
    figure: true,
    sort: 'next_review_at',
    first: true,
    cell: (row, context) => <ReviewDay row={row} {...context} />,
  },
  {
    key: 'source',
    head: (say) => say.source,
    width: 104,
    first: true,
    cell: (row) => <span title={row.source ?? undefined}>{row.source ?? NOTHING}</span>,
  },
  {
    key: 'endedAt',
    head: (say) => say.endedAt,
    width: 70,
    figure: true,
    sort: 'ended_at',
    cell: (row, context) => (
      <span title={row.endReason ?? undefined}>
        {row.endedAt === null ? NOTHING : context.formats.instant(row.endedAt).slice(0, 5)}
      </span>
    ),
  },
  {
    key: 'bars',
    head: (say) => say.bars,
    width: 104,
    first: true,
    cell: (row, { miniBars, say }) => {
      const bars = miniBars.get(row.code);
      if (bars === undefined || bars.closes.length === 0) return null;
      return (
        <MiniChart
          closes={bars.closes}
          volumes={bars.volumes}
          label={say.barsOf(row.stockName ?? row.code)}
          width={88}
          height={22}
        />
      );
    },
  },
];

/** The review date; amber with a word where it has passed. */
export function ReviewDay({
  row,
  say,
  formats,
  today,
}: Pick<CellContext, 'say' | 'formats' | 'today'> & { row: SessionRow }): ReactNode {
  if (row.nextReviewAt === null) return missing(say.noReview);
  const due = row.status === 'open' && row.nextReviewAt <= today;
  const title = due ? `${row.nextReviewAt} ${say.overdue(daysBetween(row.nextReviewAt, today))}` : row.nextReviewAt;
  return (
    <span className={due ? styles.due : undefined} title={title}>
      {due && <span aria-hidden="true">! </span>}
      {formats.day(row.nextReviewAt, today)}
    </span>
  );
}

const CONSENSUS_SIGNS = { 上涨: '↗', 下跌: '↘', 震荡: '→' } as const;

/** What the models agree on; a judgement, so in ink and with a sign, not in the colours of prices. */
export function Consensus({ consensus, say }: { consensus: SessionRow['aiConsensus']; say: Say }): ReactNode {
  if (consensus === null) return missing(say.noConsensus);
  const name = { 上涨: say.rise, 下跌: say.fall, 震荡: say.range }[consensus];
  return (
    <span title={name}>
      <span aria-hidden="true">{CONSENSUS_SIGNS[consensus]}</span> {name}
    </span>
  );
}
