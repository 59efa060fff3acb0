import { Button, CloseButton, Group, Modal } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { api, dataOf, type Schemas } from '../../api/client';
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
import { useFormats } from '../../words/formats';
import { useWords } from '../../words/words';
import { aiWords } from './ai-words';
import styles from './ai.module.css';
import { millisecondsBetween } from './drain-list';
import { drainReason } from './drain-reason';
import { drainWords } from './drain-words';
import { useFaultWords } from './fault-words';

type Report = Schemas['DrainReportResponse'];

/** What a drain's end changes on other pages. */
const CHANGED_BY_A_DRAIN = [['drains'], ['queues'], ['ai-runs'], ['ai-models'], ['sessions'], ['session'], ['jobs']];

/** One drain: followed live until it ends, then what came of it. */
export function DrainReport({ drainId }: { drainId: number }): ReactNode {
  const say = useWords(aiWords);
  const words = useWords(drainWords);
  const formats = useFormats();
  const { today } = useConsoleState();
  const [, navigate] = useLocation();
  const { data: drain, error, refetch } = useDrain(drainId);
  return (
    <Panel
      title={words.drain(drainId)}
      aside={<CloseButton size="sm" aria-label={say.close} onClick={() => navigate('/ai')} />}
    >
      {error !== null && <FailureNote error={error} onRetry={() => void refetch()} />}
      {drain === undefined ? (
        error === null && <Loading rows={3} />
      ) : (
        <div className={styles.stack}>
          <Progress label={words.progress} done={drain.done} total={drain.total}>
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
            <span>{say[drain.kind]}</span>
            <span>{drain.origin === 'schedule' ? words.schedule : words.manual(drain.startedBy ?? '')}</span>
            <span>{words.filled(formats.count(drain.filled))}</span>
            <span>{words.skipped(formats.count(drain.skipped))}</span>
            <span>{words.failed(formats.count(drain.failed))}</span>
            {drain.status === 'stopped' && <span>{words.leftOver(formats.count(drain.total - drain.done))}</span>}
            {drain.waiting > 0 && <span>{words.waiting(formats.count(drain.waiting))}</span>}
            {drain.filledByFewer > 0 && <span>{words.byFewer(formats.count(drain.filledByFewer))}</span>}
            <span>{words.wrote(formats.count(drain.generated), formats.count(drain.overwritten))}</span>
            <span>{words.through(formats.day(drain.tradeDay, today))}</span>
            {drain.provisional && <span>{words.provisional}</span>}
          </p>
          {drain.error !== null && <p className={styles.fault}>✕ {drainReason(drain.error, words)}</p>}
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
    queryFn: () => dataOf(api.GET('/api/stock-cycle/ai-fill-drains/{id}', { params: { path: { id: drainId } } })),
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
  const words = useWords(drainWords);
  const formats = useFormats();
  const elapsed = useSecondsSince(Date.parse(startedAt ?? createdAt)) * 1000;
  return (
    <span className={`figure ${styles.aside}`}>
      {words.elapsed(formats.duration(elapsed))}
      {done > 0 && total > done && ` · ${words.left(formats.duration((elapsed / done) * (total - done)))}`}
    </span>
  );
}

function CancelDrain({ drainId }: { drainId: number }): ReactNode {
  const say = useWords(aiWords);
  const words = useWords(drainWords);
  const { role } = useUser();
  const queries = useQueryClient();
  const notices = useNotices();
  const [asking, setAsking] = useState(false);
  const cancel = useMutation({
    mutationFn: () => dataOf(api.DELETE('/api/stock-cycle/ai-fill-drains/{id}', { params: { path: { id: drainId } } })),
    onSuccess: () => notices.done(words.cancelled),
    onError: notices.failed,
    onSettled: () => {
      setAsking(false);
      void queries.invalidateQueries({ queryKey: ['drains'] });
    },
  });
  if (role !== 'admin') return null;
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {words.cancel}
      </Button>
      <Modal
        opened={asking}
        onClose={() => setAsking(false)}
        title={words.cancel}
        closeButtonProps={{ 'aria-label': say.close }}
      >
        <p>{words.cancelAsk}</p>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => setAsking(false)}>
            {words.keep}
          </Button>
          <Button loading={cancel.isPending} onClick={() => cancel.mutate()}>
            {words.cancel}
          </Button>
        </Group>
      </Modal>
    </>
  );
}

/** Goes on with what a drain left, and with what failed. */
function ContinueDrain({ drain: { id, status, total, done, failed } }: { drain: Report }): ReactNode {
  const words = useWords(drainWords);
  const { role } = useUser();
  const queries = useQueryClient();
  const notices = useNotices();
  const go = useMutation({
    mutationFn: () => dataOf(api.POST('/api/stock-cycle/ai-fill-drains/{id}/continue', { params: { path: { id } } })),
    onSuccess: () => notices.done(words.continued),
    onError: notices.failed,
    onSettled: () => void queries.invalidateQueries({ queryKey: ['drains'] }),
  });
  if (role !== 'admin' || status === 'cancelled' || (total === done && failed === 0)) return null;
  return (
    <Button loading={go.isPending} onClick={() => go.mutate()}>
      {words.continue}
    </Button>
  );
}

function StopReason({ reason }: { reason: NonNullable<Report['stopReason']> }): ReactNode {
  const words = useWords(drainWords);
  const faultWord = useFaultWords();
  const model = /^(\S+): /.exec(reason.message)?.[1];
  const why = [...(model === undefined ? [] : [model]), faultWord(reason.code)].join(' · ');
  return <p className={styles.fault}>✕ {words.stoppedBy(why)}</p>;
}

function ModelFaults({ faults }: { faults: Report['modelFaults'] }): ReactNode {
  const words = useWords(drainWords);
  const faultWord = useFaultWords();
  const formats = useFormats();
  const columns: Column<Report['modelFaults'][number]>[] = [
    { key: 'model', head: words.model, cell: ({ model }) => model },
    {
      key: 'fault',
      head: words.fault,
      cell: ({ code }) => faultWord(code),
    },
    { key: 'times', head: words.times, figure: true, cell: ({ count }) => formats.count(count) },
    { key: 'without', head: words.endedWithout, figure: true, cell: ({ sessions }) => formats.count(sessions) },
  ];
  return (
    <>
      <h3 className={styles.subhead}>{words.modelFaults}</h3>
      <DenseTable
        caption={words.modelFaults}
        columns={columns}
        rows={faults}
        rowKey={({ model, code }) => `${model} ${code}`}
      />
    </>
  );
}

function Outcomes({ drain: { outcomes, status } }: { drain: Report }): ReactNode {
  const words = useWords(drainWords);
  const formats = useFormats();
  if (outcomes.length === 0) return status === 'completed' && <p className={styles.aside}>✓ {words.all}</p>;
  return (
    <>
      <h3 className={styles.subhead}>{words.outcomes}</h3>
      <ul className={styles.outcomes}>
        {outcomes.map(({ status: outcome, reason, count, sessions }) => (
          <li key={`${outcome} ${reason}`}>
            <strong className={outcome === 'failed' ? styles.fault : undefined}>
              {outcome === 'failed' ? `✕ ${words.failedState}` : `⊘ ${words.skippedState}`} {formats.count(count)}
            </strong>{' '}
            {drainReason(reason, words)}
            <div className={styles.facts}>
              {sessions.map(({ sessionId, code }) => (
                <Link key={sessionId} href={`/sessions/${sessionId}`} className="code">
                  {code}
                </Link>
              ))}
              {count > sessions.length && <span>{words.andMore(formats.count(count - sessions.length))}</span>}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
