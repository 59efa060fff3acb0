import { Button, NumberInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import { useConsoleState } from '../../api/console-state';
import { readPositions } from '../../api/own-lists';
import { DayField } from '../../parts/day-field';
import { type Column, DenseTable } from '../../parts/dense-table';
import { EmptyNote } from '../../parts/empty-note';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { useNotices } from '../../parts/undo';
import { useFormats } from '../../words/formats';
import { useWords } from '../../words/words';
import { HoldingsImport } from './holdings-import';
import { settingsWords } from './settings-words';
import styles from './settings.module.css';
import { StockField } from './stock-field';

type Holding = Schemas['PositionResponse'];
type Values = Schemas['PositionRequest'];

const HOLDINGS = ['positions'];
const COST_DECIMALS = 3;

interface Typed {
  readonly code: string | null;
  readonly quantity: number | null;
  readonly cost: number | null;
  readonly openedAt: string;
}

const NOTHING_TYPED: Typed = { code: null, quantity: null, cost: null, openedAt: '' };

/** The own holdings. */
export function Holdings(): ReactNode {
  const say = useWords(settingsWords);
  const formats = useFormats();
  const notices = useNotices();
  const queries = useQueryClient();
  const { today } = useConsoleState();
  const [typed, setTyped] = useState<Typed>(NOTHING_TYPED);
  const list = useQuery({ queryKey: HOLDINGS, queryFn: readPositions });
  const reload = (): void => {
    void queries.invalidateQueries({ queryKey: HOLDINGS });
    void queries.invalidateQueries({ queryKey: ['sessions'] });
  };
  const put = (code: string, body: Values): Promise<unknown> =>
    dataOf(api.PUT('/api/positions/{code}', { params: { path: { code } }, body })).finally(reload);
  const take = (code: string): Promise<unknown> =>
    dataOf(api.DELETE('/api/positions/{code}', { params: { path: { code } } })).finally(reload);
  const save = (event: SubmitEvent): void => {
    event.preventDefault();
    const { code, quantity, cost, openedAt } = typed;
    if (code === null || quantity === null) return;
    const before = list.data?.items.find((item) => item.code === code);
    put(code, { quantity, avg_cost: cost, opened_at: openedAt === '' ? null : openedAt }).then(() => {
      const undo = before === undefined ? () => take(code) : () => put(code, valuesOf(before));
      notices.done(say.holdingSaved(before?.stockName ?? code), undo);
      setTyped(NOTHING_TYPED);
    }, notices.failed);
  };
  const remove = (holding: Holding): void => {
    queries.setQueryData<Schemas['PositionListResponse']>(HOLDINGS, (known) => {
      if (known === undefined) return known;
      const items = known.items.filter(({ code }) => code !== holding.code);
      return { items, total: items.length };
    });
    take(holding.code).then(
      () => notices.done(say.removed(holding.stockName ?? holding.code), () => put(holding.code, valuesOf(holding))),
      notices.failed,
    );
  };
  const columns: Column<Holding>[] = [
    { key: 'code', head: say.code, cell: (item) => <span className="code">{item.code}</span> },
    { key: 'name', head: say.name, cell: (item) => item.stockName ?? <em>{say.unknownName}</em> },
    { key: 'quantity', head: say.quantity, figure: true, cell: (item) => formats.count(item.quantity) },
    { key: 'cost', head: say.avgCost, figure: true, cell: (item) => formats.decimal(item.avgCost, COST_DECIMALS) },
    {
      key: 'opened',
      head: say.openedAt,
      figure: true,
      wideOnly: true,
      cell: (item) => formats.day(item.openedAt, today),
    },
    {
      key: 'updated',
      head: say.updatedAt,
      figure: true,
      wideOnly: true,
      cell: (item) => formats.instant(item.updatedAt),
    },
    {
      key: 'actions',
      head: '',
      cell: (item) => (
        <div className={styles.actions}>
          <Button
            variant="default"
            size="compact-xs"
            aria-label={say.editOf(item.stockName ?? item.code)}
            onClick={() =>
              setTyped({
                code: item.code,
                quantity: item.quantity,
                cost: item.avgCost,
                openedAt: item.openedAt ?? '',
              })
            }
          >
            {say.edit}
          </Button>
          <Button
            variant="default"
            size="compact-xs"
            aria-label={say.removeOf(item.stockName ?? item.code)}
            onClick={() => remove(item)}
          >
            {say.remove}
          </Button>
        </div>
      ),
    },
  ];
  return (
    <>
      <Panel title={say.holdings} aside={list.data !== undefined && <span className="figure">{list.data.total}</span>}>
        <form className={`${styles.line} ${styles.above}`} onSubmit={save}>
          <StockField value={typed.code} onChange={(code) => setTyped({ ...typed, code })} />
          <NumberInput
            label={say.quantity}
            min={0}
            value={typed.quantity ?? ''}
            onChange={(value) => setTyped({ ...typed, quantity: typeof value === 'number' ? value : null })}
          />
          <NumberInput
            label={say.avgCost}
            decimalScale={COST_DECIMALS}
            value={typed.cost ?? ''}
            onChange={(value) => setTyped({ ...typed, cost: typeof value === 'number' ? value : null })}
          />
          <DayField
            label={say.openedAt}
            max={today}
            value={typed.openedAt}
            onDay={(openedAt) => setTyped({ ...typed, openedAt })}
          />
          <Button type="submit" disabled={typed.code === null || typed.quantity === null}>
            {say.saveHolding}
          </Button>
        </form>
        {list.isPending && <Loading />}
        {list.isError && <FailureNote error={list.error} onRetry={() => void list.refetch()} />}
        {list.data?.items.length === 0 && <EmptyNote>{say.emptyHoldings}</EmptyNote>}
        {list.data !== undefined && list.data.items.length > 0 && (
          <DenseTable caption={say.holdings} columns={columns} rows={list.data.items} rowKey={(item) => item.code} />
        )}
      </Panel>
      <HoldingsImport onDone={reload} />
    </>
  );
}

function valuesOf({ quantity, avgCost, openedAt }: Holding): Values {
  return { quantity, avg_cost: avgCost, opened_at: openedAt };
}
