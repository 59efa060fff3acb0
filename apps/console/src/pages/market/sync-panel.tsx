import { Button, Checkbox } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, type ReactNode, useId, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { api, dataOf, type Schemas } from '../../api/client';
import { useConsoleState, useUser } from '../../api/console-state';
import { DayField } from '../../parts/day-field';
import { DenseTable } from '../../parts/dense-table';
import { EmptyNote } from '../../parts/empty-note';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { StatusWord } from '../../parts/status-word';
import { useFormats } from '../../words/formats';
import { useWords } from '../../words/words';
import { marketWords } from './market-words';
import { TypedConfirmation } from './typed-confirmation';
import styles from './market.module.css';

const SHOWN = 8;
const LOOK_AGAIN_MS = 3000;

/** Asks for days from Tushare, and the syncs so far. */
export function SyncPanel(): ReactNode {
  const say = useWords(marketWords);
  const { role } = useUser();
  return (
    <Panel title={say.sync}>
      <div className={styles.stack}>
        {role === 'admin' && <SyncForm />}
        <PastSyncs />
      </div>
    </Panel>
  );
}

function SyncForm(): ReactNode {
  const say = useWords(marketWords);
  const { today, marketSource } = useConsoleState();
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const [span, setSpan] = useState({ from: '', to: '' });
  const [replaceDemo, setReplaceDemo] = useState(false);
  const [asking, setAsking] = useState(false);
  const start = useMutation({
    mutationFn: () =>
      dataOf(
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
    if (replaceDemo) setAsking(true);
    else start.mutate();
  };
  return (
    <>
      <form className={styles.form} onSubmit={submit}>
        <DayField label={say.from} max={today} value={span.from} onDay={(from) => setSpan({ ...span, from })} />
        <DayField label={say.to} max={today} value={span.to} onDay={(to) => setSpan({ ...span, to })} />
        <Button type="submit" loading={start.isPending}>
          {say.start}
        </Button>
      </form>
      <p className={styles.hint}>{say.syncHint}</p>
      {marketSource === 'demo' && <ReplaceDemo checked={replaceDemo} onChange={setReplaceDemo} />}
      {start.error !== null && <FailureNote error={start.error} />}
      <TypedConfirmation opened={asking} onClose={() => setAsking(false)} onConfirm={() => start.mutate()} />
    </>
  );
}

/** The wish to remove the demo market; shown where the database holds it. */
export function ReplaceDemo({
  checked,
  onChange,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
}): ReactNode {
  const say = useWords(marketWords);
  const hint = useId();
  return (
    <div>
      <Checkbox
        label={say.replaceDemo}
        aria-describedby={hint}
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <p id={hint} className={styles.hint}>
        {say.replaceDemoHint}
      </p>
    </div>
  );
}

function PastSyncs(): ReactNode {
  const say = useWords(marketWords);
  const formats = useFormats();
  const { data, error, refetch } = useQuery({
    queryKey: ['syncs'],
    queryFn: () => dataOf(api.GET('/api/market/syncs', { params: { query: { limit: SHOWN } } })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.syncs.some(isUnderWay) === true ? LOOK_AGAIN_MS : false),
  });
  if (error !== null) return <FailureNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading rows={3} />;
  if (data.syncs.length === 0) return <EmptyNote>{say.noSyncs}</EmptyNote>;
  return (
    <DenseTable
      caption={say.pastSyncs}
      rows={data.syncs}
      rowKey={({ id }) => id}
      columns={[
        { key: 'id', head: '#', cell: ({ id }) => <Link href={`/market/syncs/${id}`}>{id}</Link> },
        { key: 'kind', head: say.kind, cell: ({ kind }) => say[kind] },
        {
          key: 'span',
          head: say.span,
          wideOnly: true,
          cell: ({ from, to }) => <span className="figure">{`${from} – ${to}`}</span>,
        },
        { key: 'state', head: say.state, cell: ({ status }) => <StatusWord status={status} /> },
        {
          key: 'units',
          head: say.progress,
          figure: true,
          cell: ({ unitsDone, unitsTotal }) => `${formats.count(unitsDone)} / ${formats.count(unitsTotal)}`,
        },
        { key: 'at', head: say.startedAt, figure: true, cell: (sync) => formats.instant(sync.createdAt) },
      ]}
    />
  );
}

/** Whether a sync has more to do. */
export function isUnderWay({ status }: Schemas['MarketSyncResponse']): boolean {
  return status === 'queued' || status === 'running' || status === 'waiting';
}
