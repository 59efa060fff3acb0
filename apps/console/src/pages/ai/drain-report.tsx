import { Button, CloseButton, Group, Modal } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { api, readData, type Schemas } from '../../api/client';
import { useConsoleState, useUser } from '../../api/console-state';
import { useSecondsSince } from '../../live/seconds-since';
import { useEventStream } from '../../live/streams';
import { type Column, DenseTable } from '../../parts/dense-table';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { Progress } from '../../parts/progress';
import { StatusWord } from '../../parts/status-word';
import { useNotices } from '../../parts/undo';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { aiMessages } from './ai-messages';
import styles from './ai.module.css';
import { millisecondsBetween } from './drain-list';
import { drainReason } from './drain-reason';
import { drainMessages } from './drain-messages';
import { useFaultText } from './fault-messages';

type Report = Schemas['DrainReportResponse'];

/** What a drain's end changes on other pages. */
const CHANGED_BY_A_DRAIN = [['drains'], ['queues'], ['ai-runs'], ['ai-models'], ['sessions'], ['session'], ['jobs']];

/** One drain: followed live until it ends, then what came of it. */
export function DrainReport({ drainId }: { drainId: number }): ReactNode {
  const t = useMessages(aiMessages);
  const messages = useMessages(drainMessages);
  const formats = useFormats();
  const { today } = useConsoleState();
  const [, navigate] = useLocation();
  const { data: drain, error, refetch } = useDrain(drainId);
  return (
    <Panel
      title={messages.drain(drainId)}
      aside={<CloseButton size="sm" aria-label={t.close} onClick={() => navigate('/ai')} />}
    >
      {error !== null && <FailureNote error={error} onRetry={() => void refetch()} />}
      {drain === undefined ? (
        error === null && <Loading rows={3} />
      ) : (
        <div className={styles.stack}>
          <Progress label={messages.progress} done={drain.done} total={drain.total}>
            <StatusWord status={drain.status} />
            {drain.finishedAt === null ? (
              <TimeLeft drain={drain} />
            ) : (
              <span className={`figure ${styles.aside}`}>
                {formats.duration(millisecondsBetween(drain.startedAt, drain.finishedAt))}
              </span>
            )}
            {drain.finishedAt === null ? <CancelDrain drainId={drainId} /> : <ContinueDrain drain={drain} />}
          </Progress>
          <p className={styles.facts}>
            <span>{t[drain.kind]}</span>
            <span>{drain.origin === 'schedule' ? messages.schedule : messages.manual(drain.startedBy ?? '')}</span>
            <span>{messages.filled(formats.count(drain.filled))}</span>
            <span>{messages.skipped(formats.count(drain.skipped))}</span>
            <span>{messages.failed(formats.count(drain.failed))}</span>
            {drain.status === 'stopped' && <span>{messages.leftOver(formats.count(drain.total - drain.done))}</span>}
            {drain.waiting > 0 && <span>{messages.waiting(formats.count(drain.waiting))}</span>}
            {drain.filledByFewer > 0 && <span>{messages.byFewer(formats.count(drain.filledByFewer))}</span>}
            <span>{messages.wrote(formats.count(drain.generated), formats.count(drain.overwritten))}</span>
            <span>{messages.through(formats.day(drain.tradeDay, today))}</span>
            {drain.provisional && <span>{messages.provisional}</span>}
          </p>
          {drain.error !== null && <p className={styles.fault}>✕ {drainReason(drain.error, messages)}</p>}
          {drain.stopReason !== null && <StopReason reason={drain.stopReason} />}
          {drain.finishedAt !== null && <Outcomes drain={drain} />}
          {drain.modelFaults.length > 0 && <ModelFaults faults={drain.modelFaults} />}
        </div>
      )}
    </Panel>
  );
}

function useDrain(drainId: number): ReturnType<typeof useQuery<Report>> {
  const queries = useQueryClient();
  const queryKey = ['drains', drainId];
  const query = useQuery({
    queryKey,
    queryFn: () => readData(api.GET('/api/stock-cycle/ai-fill-drains/{id}', { params: { path: { id: drainId } } })),
  });
  const running = query.data?.finishedAt === null;
  useEventStream<Schemas['DrainResponse']>(running ? `/api/stock-cycle/ai-fill-drains/${drainId}/events` : null, {
    progress: ['progress'],
    ends: ['completed', 'failed', 'cancelled', 'stopped'],
    onMessage: (drain) => {
      queries.setQueryData<Report>(queryKey, (before) => ({ outcomes: [], modelFaults: [], ...before, ...drain }));
      if (drain.finishedAt === null) return;
      for (const changed of CHANGED_BY_A_DRAIN) void queries.invalidateQueries({ queryKey: changed });
    },
    onReturn: () => void query.refetch(),
  });
  return query;
}

function TimeLeft({ drain: { startedAt, createdAt, done, total } }: { drain: Report }): ReactNode {
  const messages = useMessages(drainMessages);
  const formats = useFormats();
  const elapsed = useSecondsSince(Date.parse(startedAt ?? createdAt)) * 1000;
  return (
    <span className={`figure ${styles.aside}`}>
      {messages.elapsed(formats.duration(elapsed))}
      {done > 0 && total > done && ` · ${messages.left(formats.duration((elapsed / done) * (total - done)))}`}
    </span>
  );
}

function CancelDrain({ drainId }: { drainId: number }): ReactNode {
  const t = useMessages(aiMessages);
  const messages = useMessages(drainMessages);
  const { role } = useUser();
  const queries = useQueryClient();
  const notices = useNotices();
  const [confirming, setConfirming] = useState(false);
  const cancel = useMutation({
    mutationFn: () =>
      readData(api.DELETE('/api/stock-cycle/ai-fill-drains/{id}', { params: { path: { id: drainId } } })),
    onSuccess: () => notices.done(messages.cancelled),
    onError: notices.failed,
    onSettled: () => {
      setConfirming(false);
      void queries.invalidateQueries({ queryKey: ['drains'] });
    },
  });
  if (role !== 'admin') return null;
  return (
    <>
      <Button variant="default" onClick={() => setConfirming(true)}>
        {messages.cancel}
      </Button>
      <Modal
        opened={confirming}
        onClose={() => setConfirming(false)}
        title={messages.cancel}
        closeButtonProps={{ 'aria-label': t.close }}
      >
        <p>{messages.cancelAsk}</p>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => setConfirming(false)}>
            {messages.keep}
          </Button>
          <Button loading={cancel.isPending} onClick={() => cancel.mutate()}>
            {messages.cancel}
          </Button>
        </Group>
      </Modal>
    </>
  );
}

/** Goes on with what a drain left, and with what failed. */
function ContinueDrain({ drain: { id, status, total, done, failed } }: { drain: Report }): ReactNode {
  const messages = useMessages(drainMessages);
  const { role } = useUser();
  const queries = useQueryClient();
  const notices = useNotices();
  const go = useMutation({
    mutationFn: () => readData(api.POST('/api/stock-cycle/ai-fill-drains/{id}/continue', { params: { path: { id } } })),
    onSuccess: () => notices.done(messages.continued),
    onError: notices.failed,
    onSettled: () => void queries.invalidateQueries({ queryKey: ['drains'] }),
  });
  if (role !== 'admin' || status === 'cancelled' || (total === done && failed === 0)) return null;
  return (
    <Button loading={go.isPending} onClick={() => go.mutate()}>
      {messages.continue}
    </Button>
  );
}

function StopReason({ reason }: { reason: NonNullable<Report['stopReason']> }): ReactNode {
  const messages = useMessages(drainMessages);
  const faultText = useFaultText();
  const model = /^(\S+): /.exec(reason.message)?.[1];
  const why = [...(model === undefined ? [] : [model]), faultText(reason.code)].join(' · ');
  return <p className={styles.fault}>✕ {messages.stoppedBy(why)}</p>;
}

function ModelFaults({ faults }: { faults: Report['modelFaults'] }): ReactNode {
  const messages = useMessages(drainMessages);
  const faultText = useFaultText();
  const formats = useFormats();
  const columns: Column<Report['modelFaults'][number]>[] = [
    { key: 'model', head: messages.model, cell: ({ model }) => model },
    {
      key: 'fault',
      head: messages.fault,
      cell: ({ code }) => faultText(code),
    },
    { key: 'times', head: messages.times, numeric: true, cell: ({ count }) => formats.count(count) },
    { key: 'without', head: messages.endedWithout, numeric: true, cell: ({ sessions }) => formats.count(sessions) },
  ];
  return (
    <>
      <h3 className={styles.subhead}>{messages.modelFaults}</h3>
      <DenseTable
        caption={messages.modelFaults}
        columns={columns}
        rows={faults}
        rowKey={({ model, code }) => `${model} ${code}`}
      />
    </>
  );
}

function Outcomes({ drain: { outcomes, status } }: { drain: Report }): ReactNode {
  const messages = useMessages(drainMessages);
  const formats = useFormats();
  if (outcomes.length === 0) return status === 'completed' && <p className={styles.aside}>✓ {messages.all}</p>;
  return (
    <>
      <h3 className={styles.subhead}>{messages.outcomes}</h3>
      <ul className={styles.outcomes}>
        {outcomes.map(({ status: outcome, reason, count, sessions }) => (
          <li key={`${outcome} ${reason}`}>
            <strong className={outcome === 'failed' ? styles.fault : undefined}>
              {outcome === 'failed' ? `✕ ${messages.failedState}` : `⊘ ${messages.skippedState}`} {formats.count(count)}
            </strong>{' '}
            {drainReason(reason, messages)}
            <div className={styles.facts}>
              {sessions.map(({ sessionId, code }) => (
                <Link key={sessionId} href={`/sessions/${sessionId}`} className="code">
                  {code}
                </Link>
              ))}
              {count > sessions.length && <span>{messages.andMore(formats.count(count - sessions.length))}</span>}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
