import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'wouter';
import { readPositions } from '../../api/own-lists';
import { DenseTable, type Sorting } from '../../parts/dense-table';
import { DownloadButton } from '../../parts/download-button';
import { EmptyNote } from '../../parts/empty-note';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Page, Panel } from '../../parts/page';
import { useMessages } from '../../i18n/messages';
import { useHoldingColumns } from './holding-columns';
import { HoldingForm, NOTHING_TYPED, toTyped } from './holding-form';
import { HoldingTotals } from './holding-totals';
import { HOLDINGS, useHoldingWrites } from './holding-writes';
import { HoldingsImport } from './holdings-import';
import { holdingsMessages } from './holdings-messages';
import { HOLDING_SORTS, type HoldingSort, type Order, sortHoldings } from './sort-holdings';

/** What the user holds, what it is worth and what it came to. */
export function Holdings(): ReactNode {
  const t = useMessages(holdingsMessages);
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const list = useQuery({ queryKey: HOLDINGS, queryFn: readPositions });
  const writes = useHoldingWrites();
  const columns = useHoldingColumns((holding) => setTyped(toTyped(holding)), writes.remove);
  const sorting = useHoldingSort();
  const items = list.data?.items ?? [];
  const save = (): void => {
    const { code, quantity, cost, openedAt } = typed;
    if (code === null || quantity === null) return;
    const values = { quantity, avg_cost: cost, opened_at: openedAt === '' ? null : openedAt };
    const before = items.find((item) => item.code === code);
    writes.put(code, values, before, () => setTyped(NOTHING_TYPED));
  };
  return (
    <Page title={t.title} aside={<DownloadButton path="/api/positions" label={t.csv} />}>
      <Panel title={t.list} aside={list.data !== undefined && <span className="figure">{list.data.total}</span>}>
        {list.isPending && <Loading />}
        {list.isError && <FailureNote error={list.error} onRetry={() => void list.refetch()} />}
        {list.data?.items.length === 0 && <EmptyNote>{t.emptyHoldings}</EmptyNote>}
        {list.data !== undefined && items.length > 0 && (
          <>
            <HoldingTotals totals={list.data.totals} />
            <DenseTable
              caption={t.list}
              columns={columns}
              rows={sortHoldings(items, sorting.sort, sorting.order)}
              rowKey={(item) => item.code}
              sorting={sorting}
            />
          </>
        )}
      </Panel>
      <Panel title={t.enter}>
        <HoldingForm typed={typed} onTyped={setTyped} onSave={save} />
      </Panel>
      <HoldingsImport writes={writes} />
    </Page>
  );
}

const isSort = (value: string | null): value is HoldingSort => HOLDING_SORTS.some((sort) => sort === value);

/** The order of the list, which the address has: by code until a head is clicked, the largest first then. */
function useHoldingSort(): Sorting & { sort: HoldingSort; order: Order } {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('sort');
  const sort = isSort(asked) ? asked : 'code';
  const order = search.get('order') === 'desc' ? 'desc' : 'asc';
  const onSort = (next: string): void => {
    const first = next === 'code' || next === 'industry' ? 'asc' : 'desc';
    const turned = order === 'asc' ? 'desc' : 'asc';
    setSearch({ sort: next, order: next === sort ? turned : first }, { replace: true });
  };
  return { sort, order, onSort };
}
