import { Button, NumberInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { api, readData } from '../../api/client';
import { useConsoleState } from '../../api/console-state';
import { DayField } from '../../parts/day-field';
import { Change } from '../../parts/change';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { useNotices } from '../../parts/undo';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { todayMessages } from './today-messages';
import styles from './today.module.css';
import type { WorkRow } from './today-work';

const StockChart = lazy(() => import('../../chart/stock-chart').then(({ StockChart: Shown }) => ({ default: Shown })));

/** A stock that nobody tracks yet, with the entry that the server suggests. */
export function NewSessionForm({
  row,
  onCreated,
}: {
  row: WorkRow;
  onCreated: (sessionId: number) => void;
}): ReactNode {
  const t = useMessages(todayMessages);
  const formats = useFormats();
  const { today } = useConsoleState();
  const [typed, setTyped] = useState<{ day?: string; price?: number | null }>({});
  const suggestion = useQuery({
    queryKey: ['suggest-entry', row.code],
    queryFn: () =>
      readData(api.GET('/api/stock-cycle/sessions/suggest-entry', { params: { query: { code: row.code } } })),
  });
  const day = typed.day ?? suggestion.data?.suggestedEntryDate ?? '';
  const suggestedPrice = day === suggestion.data?.suggestedEntryDate ? suggestion.data.referencePrice : null;
  const price = typed.price === undefined ? suggestedPrice : typed.price;
  const create = useCreateSession(row, onCreated);
  return (
    <>
      <div className={styles.preview}>
        <Suspense fallback={<Loading rows={6} />}>
          <StockChart code={row.code} period="day" span="6m" entry={day === '' ? null : { day, price }} />
        </Suspense>
      </div>
      <div className={styles.form}>
        <h3>
          <span className="code">{row.code}</span> {row.stockName} <Change percent={row.changePct} />{' '}
          <small>{t.createTitle}</small>
        </h3>
        {suggestion.isPending && <Loading rows={2} />}
        {suggestion.isError && <FailureNote error={suggestion.error} />}
        {suggestion.data !== undefined && (
          <p className={styles.quiet}>
            {t.suggestion(
              formats.day(suggestion.data.suggestedEntryDate, today),
              formats.price(suggestion.data.referencePrice),
            )}{' '}
            ({t.suggestionWhy})
          </p>
        )}
        <div className={styles.formLine}>
          <DayField
            openOnly
            label={t.entryDate}
            max={today}
            value={day}
            onDay={(chosen) => setTyped({ ...typed, day: chosen })}
          />
          <NumberInput
            label={t.entryPrice}
            min={0}
            decimalScale={3}
            value={price ?? ''}
            onChange={(value) => setTyped({ ...typed, price: typeof value === 'number' ? value : null })}
          />
          <Button onClick={() => create.mutate({ day, price })} loading={create.isPending} disabled={day === ''}>
            {t.create}
          </Button>
        </div>
        {create.isError && <FailureNote error={create.error} />}
      </div>
    </>
  );
}

/** Opens a session for the stock, with one undo that deletes it again. */
function useCreateSession({ code, stockName }: WorkRow, onCreated: (sessionId: number) => void) {
  const t = useMessages(todayMessages);
  const queries = useQueryClient();
  const notices = useNotices();
  const reload = (): void => {
    for (const queryKey of [['sessions'], ['risers'], ['queues'], ['auto-close']]) {
      void queries.invalidateQueries({ queryKey });
    }
  };
  return useMutation({
    mutationFn: ({ day, price }: { day: string; price: number | null }) =>
      readData(
        api.POST('/api/stock-cycle/sessions', {
          body: { code, entry_date: day, entry_close_price: price, stock_name: stockName },
        }),
      ),
    onSuccess: ({ session: { id } }) => {
      reload();
      notices.done(t.created(stockName ?? code), () =>
        readData(api.DELETE('/api/stock-cycle/sessions/{id}', { params: { path: { id } } })).then(reload),
      );
      onCreated(id);
    },
  });
}
