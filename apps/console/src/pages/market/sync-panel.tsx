import { Button, Checkbox } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, type ReactNode, useId, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { api, readData, type Schemas } from '../../api/client';
import { useConsoleState, useUser } from '../../api/console-state';
import { DayField } from '../../parts/day-field';
import { DenseTable } from '../../parts/dense-table';
import { EmptyNote } from '../../parts/empty-note';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { StatusWord } from '../../parts/status-word';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { marketMessages } from './market-messages';
import { TypedConfirmation } from './typed-confirmation';
import styles from './market.module.css';

const SHOWN = 8;
const POLL_MS = 3000;

/** Asks for days from Tushare, and the syncs so far. */
export function SyncPanel(): ReactNode {
  const t = useMessages(marketMessages);
  const { role } = useUser();
  return (
    <Panel title={t.sync}>
      <div className={styles.stack}>
        {role === 'admin' && <SyncForm />}
        <PastSyncs />
      </div>
    </Panel>
  );
}

function SyncForm(): ReactNode {
  const t = useMessages(marketMessages);
  const { today, marketSource } = useConsoleState();
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const [span, setSpan] = useState({ from: '', to: '' });
  const [replaceDemo, setReplaceDemo] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const start = useMutation({
    mutationFn: () =>
      readData(
        api.POST('/api/market/sync', {
          body: {
            ...(span.from === '' ? {} : { from: span.from }),
            ...(span.to === '' ? {} : { to: span.to }),
            replace_demo: replaceDemo,
          },
        }),
      ),
    onSuccess: ({ syncId }) => {
      void queries.invalidateQueries({ queryKey: ['syncs'] });
      void queries.invalidateQueries({ queryKey: ['coverage'] });
      navigate(`/market/syncs/${syncId}`);
    },
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (replaceDemo) setConfirming(true);
    else start.mutate();
  };
  return (
    <>
      <form className={styles.form} onSubmit={submit}>
        <DayField label={t.from} max={today} value={span.from} onDay={(from) => setSpan({ ...span, from })} />
        <DayField label={t.to} max={today} value={span.to} onDay={(to) => setSpan({ ...span, to })} />
        <Button type="submit" loading={start.isPending}>
          {t.start}
        </Button>
      </form>
      <p className={styles.hint}>{t.syncHint}</p>
      {marketSource === 'demo' && <ReplaceDemo checked={replaceDemo} onChange={setReplaceDemo} />}
      {start.error !== null && <FailureNote error={start.error} />}
      <TypedConfirmation opened={confirming} onClose={() => setConfirming(false)} onConfirm={() => start.mutate()} />
    </>
  );
}

/** The request to remove the demo market; shown if the database contains it. */
export function ReplaceDemo({
  checked,
  onChange,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
}): ReactNode {
  const t = useMessages(marketMessages);
  const hint = useId();
  return (
    <div>
      <Checkbox
        label={t.replaceDemo}
        aria-describedby={hint}
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <p id={hint} className={styles.hint}>
        {t.replaceDemoHint}
      </p>
    </div>
  );
}

function PastSyncs(): ReactNode {
  const t = useMessages(marketMessages);
  const formats = useFormats();
  const { data, error, refetch } = useQuery({
    queryKey: ['syncs'],
    queryFn: () => readData(api.GET('/api/market/syncs', { params: { query: { limit: SHOWN } } })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.syncs.some(isUnderWay) === true ? POLL_MS : false),
  });
  if (error !== null) return <FailureNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading rows={3} />;
  if (data.syncs.length === 0) return <EmptyNote>{t.noSyncs}</EmptyNote>;
  return (
    <DenseTable
      caption={t.pastSyncs}
      rows={data.syncs}
      rowKey={({ id }) => id}
      columns={[
        { key: 'id', head: '#', cell: ({ id }) => <Link href={`/market/syncs/${id}`}>{id}</Link> },
        { key: 'kind', head: t.kind, cell: ({ kind }) => t[kind] },
        {
          key: 'span',
          head: t.span,
          wideOnly: true,
          cell: ({ from, to }) => <span className="figure">{`${from} – ${to}`}</span>,
        },
        { key: 'state', head: t.state, cell: ({ status }) => <StatusWord status={status} /> },
        {
          key: 'units',
          head: t.progress,
          numeric: true,
          cell: ({ unitsDone, unitsTotal }) => `${formats.count(unitsDone)} / ${formats.count(unitsTotal)}`,
        },
        { key: 'at', head: t.startedAt, numeric: true, cell: (sync) => formats.instant(sync.createdAt) },
      ]}
    />
  );
}

/** Whether a sync has more to do. */
export function isUnderWay({ status }: Schemas['MarketSyncResponse']): boolean {
  return status === 'queued' || status === 'running' || status === 'waiting';
}
