import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useConsoleState } from '../../api/console-state';
import { type MiniBars, useMiniBars } from '../../chart/mini-bars';
import { MiniChart } from '../../chart/mini-chart';
import { NOTHING, useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { Change } from '../../parts/change';
import { type Column, DenseTable, type Sorting } from '../../parts/dense-table';
import { usePreferences } from '../../preferences/preferences';
import { type EvidenceColumn, formatEvidence, isNumeric, shownColumns } from './evidence';
import { hrefOf, type HitRow, isHit } from './hit-rows';
import { evidenceSort, RANK } from './sort-hits';
import { screensMessages } from './screens-messages';
import styles from './screens.module.css';

interface HitTableProps {
  readonly rows: readonly HitRow[];
  readonly evidence: readonly EvidenceColumn[];
  /** Day of the run. */
  readonly asOf: string;
  /** Whether the rows stand next to another day. */
  readonly compared: boolean;
  readonly sorting: Sorting;
  readonly ticked: ReadonlySet<string>;
  readonly cursor: string | undefined;
  readonly onTick: (code: string) => void;
  readonly onCursor: (code: string) => void;
}

const BARS = 60;
const CHART = { width: 96, height: 32 };
/** On a phone the table has room for so much of the evidence. */
const ON_A_PHONE = 2;

/** Hits with their values, best first. */
export function HitTable(props: HitTableProps): ReactNode {
  const { rows, cursor, sorting, onCursor } = props;
  const t = useMessages(screensMessages);
  const [, navigate] = useLocation();
  const first = useStockColumns(props);
  const values = useValueColumns(props);
  const evidence = useEvidenceColumns(props);
  return (
    <DenseTable
      caption={t.hits}
      columns={[...first, ...values, ...evidence]}
      rows={rows}
      rowKey={({ code }) => code}
      selected={cursor}
      sorting={sorting}
      onOpen={(row) => {
        onCursor(row.code);
        navigate(hrefOf(row));
      }}
    />
  );
}

/** The tick, the rank and the stock of a hit. */
function useStockColumns({ compared, ticked, onTick, onCursor }: HitTableProps): Column<HitRow>[] {
  const t = useMessages(screensMessages);
  const mark: Column<HitRow>[] = [
    {
      key: 'mark',
      head: t.markHead,
      cell: ({ mark: kind, otherRank }) =>
        kind !== undefined && (
          <span className={styles.mark} data-mark={kind} title={`${t.otherRank} ${String(otherRank ?? NOTHING)}`}>
            {kind === 'added' ? '+ ' : kind === 'gone' ? '− ' : ''}
            {t[kind]}
          </span>
        ),
    },
  ];
  return [
    {
      key: 'tick',
      head: <span className="spoken">{t.ticked(ticked.size)}</span>,
      cell: (row) =>
        isHit(row) && (
          // A tick is no click on the row.
          <span onClick={(event) => event.stopPropagation()}>
            <Checkbox aria-label={t.tick(row.code)} checked={ticked.has(row.code)} onChange={() => onTick(row.code)} />
          </span>
        ),
    },
    { key: 'rank', head: t.rank, numeric: true, sort: RANK, cell: (row) => (isHit(row) ? row.rank : NOTHING) },
    ...(compared ? mark : []),
    {
      key: 'stock',
      head: t.stock,
      sort: 'code',
      cell: (row) => (
        <Link
          className={styles.stock}
          href={hrefOf(row)}
          onClick={(event) => {
            event.stopPropagation();
            onCursor(row.code);
          }}
        >
          <span className="code">{row.code}</span> <span>{row.stockName ?? NOTHING}</span>
          {row.openSessionId !== null && <span className={styles.mark}>✓ {t.tracked}</span>}
        </Link>
      ),
    },
  ];
}

/** The day's values of a hit, and how it came there. */
function useValueColumns({ rows, asOf }: HitTableProps): Column<HitRow>[] {
  const t = useMessages(screensMessages);
  const formats = useFormats();
  const { today } = useConsoleState();
  const bars = useMiniBars(
    rows.map(({ code }) => code),
    { count: BARS, to: asOf },
  );
  const daysDiffer = rows.some((row) => isHit(row) && row.date !== asOf);
  const day: Column<HitRow> = {
    key: 'day',
    head: t.hitDay,
    numeric: true,
    wideOnly: true,
    sort: 'date',
    cell: ({ date }) => formats.day(date, today),
  };
  return [
    ...(daysDiffer ? [day] : []),
    {
      key: 'close',
      head: t.close,
      numeric: true,
      wideOnly: true,
      sort: 'close',
      cell: ({ close }) => formats.price(close),
    },
    {
      key: 'change',
      head: t.change,
      numeric: true,
      sort: 'pctChange',
      cell: ({ pctChange }) => <Change percent={pctChange} />,
    },
    {
      key: 'chart',
      head: t.chart,
      cell: ({ code, date }) => (
        <HitChart code={code} flaggedDay={date === asOf ? undefined : date} bars={bars.get(code)} />
      ),
    },
    {
      key: 'cap',
      head: t.cap,
      numeric: true,
      wideOnly: true,
      sort: 'circulatingMarketCapYi',
      cell: ({ circulatingMarketCapYi }) => formats.capYi(circulatingMarketCapYi),
    },
  ];
}

/** Its room is there before the bars are. */
function HitChart({
  code,
  flaggedDay,
  bars,
}: {
  code: string;
  /** Of a hit that lies back. */
  flaggedDay: string | undefined;
  bars: MiniBars | undefined;
}): ReactNode {
  const t = useMessages(screensMessages);
  const flagged = flaggedDay === undefined ? -1 : (bars?.days.indexOf(flaggedDay) ?? -1);
  return (
    <span className={styles.chart}>
      {bars !== undefined && (
        <MiniChart
          closes={bars.closes}
          volumes={bars.volumes}
          flagged={flagged < 0 ? undefined : flagged}
          label={t.chartOf(code, bars.days.length)}
          {...CHART}
        />
      )}
    </span>
  );
}

function useEvidenceColumns({ evidence }: HitTableProps): Column<HitRow>[] {
  const { language } = usePreferences();
  const formats = useFormats();
  const { today } = useConsoleState();
  return shownColumns(evidence).map((column, index) => ({
    key: `evidence.${column.key}`,
    head: column[language],
    numeric: isNumeric(column),
    sort: evidenceSort(column.key),
    wideOnly: index >= ON_A_PHONE,
    cell: (row) => (
      <span className={styles.word}>
        {formatEvidence(column, row.evidence[column.key], { formats, language, today })}
      </span>
    ),
  }));
}
