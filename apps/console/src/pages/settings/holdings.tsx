import { Button, NumberInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { api, readData, type Schemas } from '../../api/client';
import { useConsoleState } from '../../api/console-state';
import { readPositions } from '../../api/own-lists';
import { DayField } from '../../parts/day-field';
import { type Column, DenseTable } from '../../parts/dense-table';
import { EmptyNote } from '../../parts/empty-note';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { useNotices } from '../../parts/undo';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { HoldingsImport } from './holdings-import';
import { settingsMessages } from './settings-messages';
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
  const t = useMessages(settingsMessages);
  const [typed, setTyped] = useState<Typed>(NOTHING_TYPED);
  const list = useQuery({ queryKey: HOLDINGS, queryFn: readPositions });
  const { reload, put, remove } = useHoldingWrites();
  const columns = useHoldingColumns(setTyped, remove);
  const save = (event: SubmitEvent): void => {
    event.preventDefault();
    const { code, quantity, cost, openedAt } = typed;
    if (code === null || quantity === null) return;
    const before = list.data?.items.find((item) => item.code === code);
    const values = { quantity, avg_cost: cost, opened_at: openedAt === '' ? null : openedAt };
    put(code, values, before, () => setTyped(NOTHING_TYPED));
  };
  return (
    <>
      <Panel title={t.holdings} aside={list.data !== undefined && <span className="figure">{list.data.total}</span>}>
        <HoldingForm typed={typed} onTyped={setTyped} onSave={save} />
        {list.isPending && <Loading />}
        {list.isError && <FailureNote error={list.error} onRetry={() => void list.refetch()} />}
        {list.data?.items.length === 0 && <EmptyNote>{t.emptyHoldings}</EmptyNote>}
        {list.data !== undefined && list.data.items.length > 0 && (
          <DenseTable caption={t.holdings} columns={columns} rows={list.data.items} rowKey={(item) => item.code} />
        )}
      </Panel>
      <HoldingsImport onDone={reload} />
    </>
  );
}

/** Changes of the holdings, each with one undo. */
function useHoldingWrites(): {
  reload: () => void;
  put: (code: string, values: Values, before: Holding | undefined, onSaved: () => void) => void;
  remove: (holding: Holding) => void;
} {
  const t = useMessages(settingsMessages);
  const notices = useNotices();
  const queries = useQueryClient();
  const reload = (): void => {
    void queries.invalidateQueries({ queryKey: HOLDINGS });
    void queries.invalidateQueries({ queryKey: ['sessions'] });
  };
  const send = (code: string, body: Values): Promise<unknown> =>
    readData(api.PUT('/api/positions/{code}', { params: { path: { code } }, body })).finally(reload);
  const take = (code: string): Promise<unknown> =>
    readData(api.DELETE('/api/positions/{code}', { params: { path: { code } } })).finally(reload);
  const put = (code: string, values: Values, before: Holding | undefined, onSaved: () => void): void => {
    send(code, values).then(() => {
      const undo = before === undefined ? () => take(code) : () => send(code, toValues(before));
      notices.done(t.holdingSaved(before?.stockName ?? code), undo);
      onSaved();
    }, notices.failed);
  };
  const remove = (holding: Holding): void => {
    queries.setQueryData<Schemas['PositionListResponse']>(HOLDINGS, (known) => {
      if (known === undefined) return known;
      const items = known.items.filter(({ code }) => code !== holding.code);
      return { items, total: items.length };
    });
    take(holding.code).then(
      () => notices.done(t.removed(holding.stockName ?? holding.code), () => send(holding.code, toValues(holding))),
      notices.failed,
    );
  };
  return { reload, put, remove };
}

function useHoldingColumns(onEdit: (typed: Typed) => void, onRemove: (holding: Holding) => void): Column<Holding>[] {
  const t = useMessages(settingsMessages);
  const formats = useFormats();
  const { today } = useConsoleState();
  return [
    { key: 'code', head: t.code, cell: (item) => <span className="code">{item.code}</span> },
    { key: 'name', head: t.name, cell: (item) => item.stockName ?? <em>{t.unknownName}</em> },
    { key: 'quantity', head: t.quantity, numeric: true, cell: (item) => formats.count(item.quantity) },
    { key: 'cost', head: t.avgCost, numeric: true, cell: (item) => formats.decimal(item.avgCost, COST_DECIMALS) },
    {
      key: 'opened',
      head: t.openedAt,
      numeric: true,
      wideOnly: true,
      cell: (item) => formats.day(item.openedAt, today),
    },
    {
      key: 'updated',
      head: t.updatedAt,
      numeric: true,
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
            aria-label={t.editOf(item.stockName ?? item.code)}
            onClick={() =>
              onEdit({
                code: item.code,
                quantity: item.quantity,
                cost: item.avgCost,
                openedAt: item.openedAt ?? '',
              })
            }
          >
            {t.edit}
          </Button>
          <Button
            variant="default"
            size="compact-xs"
            aria-label={t.removeOf(item.stockName ?? item.code)}
            onClick={() => onRemove(item)}
          >
            {t.remove}
          </Button>
        </div>
      ),
    },
  ];
}

function HoldingForm({
  typed,
  onTyped,
  onSave,
}: {
  typed: Typed;
  onTyped: (typed: Typed) => void;
  onSave: (event: SubmitEvent) => void;
}): ReactNode {
  const t = useMessages(settingsMessages);
  const { today } = useConsoleState();
  return (
    <form className={`${styles.line} ${styles.above}`} onSubmit={onSave}>
      <StockField value={typed.code} onChange={(code) => onTyped({ ...typed, code })} />
      <NumberInput
        label={t.quantity}
        min={0}
        value={typed.quantity ?? ''}
        onChange={(value) => onTyped({ ...typed, quantity: typeof value === 'number' ? value : null })}
      />
      <NumberInput
        label={t.avgCost}
        decimalScale={COST_DECIMALS}
        value={typed.cost ?? ''}
        onChange={(value) => onTyped({ ...typed, cost: typeof value === 'number' ? value : null })}
      />
      <DayField
        label={t.openedAt}
        max={today}
        value={typed.openedAt}
        onDay={(openedAt) => onTyped({ ...typed, openedAt })}
      />
      <Button type="submit" disabled={typed.code === null || typed.quantity === null}>
        {t.saveHolding}
      </Button>
    </form>
  );
}

function toValues({ quantity, avgCost, openedAt }: Holding): Values {
  return { quantity, avg_cost: avgCost, opened_at: openedAt };
}
