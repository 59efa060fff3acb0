import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { useConsoleState } from '../../api/console-state';
import { NOTHING, useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { type Column, DenseTable } from '../../parts/dense-table';
import { EmptyNote } from '../../parts/empty-note';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { useSearchField } from '../../parts/search-field';
import { CaseStock } from './case-stock';
import { CASES_SHOWN, type StudyCase, useStudyCases } from './study-queries';
import { studiesMessages } from './studies-messages';
import styles from './studies.module.css';

/** Part of the address: how many cases lie before the page. */
const OFFSET = 'cases';

/** Every case of a study, a page at a time, with its exit at one horizon. */
export function CaseTable({ id, horizon }: { id: number; horizon: number }): ReactNode {
  const t = useMessages(studiesMessages);
  const formats = useFormats();
  const [search] = useSearchParams();
  const set = useSearchField();
  const offset = readOffset(search.get(OFFSET));
  const go = (to: number): void => set(OFFSET, to <= 0 ? '' : String(to));
  const columns = useCaseColumns(horizon);
  const { data, error, refetch, isPlaceholderData } = useStudyCases(id, offset);
  if (data === undefined)
    return error === null ? <Loading rows={8} /> : <FailureNote error={error} onRetry={() => void refetch()} />;
  const { cases, pagination } = data;
  if (pagination.total === 0) return <EmptyNote>{t.noCasesYet}</EmptyNote>;
  return (
    <div data-old={isPlaceholderData || undefined} className={styles.rows}>
      <DenseTable caption={t.allCases} rows={cases} rowKey={({ caseNo }) => caseNo} columns={columns} />
      {pagination.total > CASES_SHOWN && (
        <div className={styles.pager}>
          <Button variant="default" disabled={offset === 0} onClick={() => go(offset - CASES_SHOWN)}>
            {t.earlier}
          </Button>
          <span className="figure">
            {t.page(formats.count(offset + 1), formats.count(offset + cases.length), formats.count(pagination.total))}
          </span>
          <Button variant="default" disabled={!pagination.hasMore} onClick={() => go(offset + CASES_SHOWN)}>
            {t.later}
          </Button>
        </div>
      )}
    </div>
  );
}

function useCaseColumns(horizon: number): Column<StudyCase>[] {
  const t = useMessages(studiesMessages);
  const formats = useFormats();
  const { today } = useConsoleState();
  const outcomes = { filled: t.filled, unfillable: t.unfillableCase, pending: t.pendingCase };
  const exitOf = ({ exits }: StudyCase) => exits.find((exit) => exit.horizon === horizon);
  return [
    { key: 'day', head: t.signalDate, numeric: true, cell: ({ signalDate }) => formats.day(signalDate, today) },
    {
      key: 'stock',
      head: t.stock,
      cell: ({ code, stockName, signalDate }) => <CaseStock code={code} name={stockName} day={signalDate} />,
    },
    { key: 'rank', head: t.rank, numeric: true, wideOnly: true, cell: ({ rank }) => rank },
    { key: 'outcome', head: t.outcome, wideOnly: true, cell: ({ outcome }) => outcomes[outcome] },
    {
      key: 'entry',
      head: t.entry,
      numeric: true,
      wideOnly: true,
      cell: ({ entryDate }) => formats.day(entryDate, today),
    },
    { key: 'price', head: t.entryPrice, numeric: true, wideOnly: true, cell: (row) => formats.price(row.entryPrice) },
    { key: 'gap', head: t.gapHead, numeric: true, wideOnly: true, cell: (row) => formats.change(row.gapPct, 1) },
    {
      key: 'exit',
      head: t.exit(horizon),
      numeric: true,
      wideOnly: true,
      cell: (row) => formats.day(exitOf(row)?.exitDate, today),
    },
    {
      key: 'net',
      head: t.netHead(horizon),
      numeric: true,
      wideOnly: true,
      cell: (row) => formats.change(exitOf(row)?.netPct, 1),
    },
    {
      key: 'excess',
      head: t.excess(horizon),
      numeric: true,
      cell: (row) => {
        const exit = exitOf(row);
        return exit === undefined ? (
          <span title={outcomes[row.outcome === 'filled' ? 'pending' : row.outcome]}>{NOTHING}</span>
        ) : (
          formats.change(exit.excessPct, 1)
        );
      },
    },
  ];
}

function readOffset(text: string | null): number {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : 0;
}
