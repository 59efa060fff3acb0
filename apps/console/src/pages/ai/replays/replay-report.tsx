import { Button, CloseButton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { api, readData, type Schemas } from '../../../api/client';
import { useUser } from '../../../api/console-state';
import { DayField } from '../../../parts/day-field';
import { DenseTable } from '../../../parts/dense-table';
import { EmptyNote } from '../../../parts/empty-note';
import { FailureNote } from '../../../parts/failure-note';
import { Loading } from '../../../parts/loading';
import { Panel } from '../../../parts/page';
import { Progress } from '../../../parts/progress';
import { StatusWord } from '../../../parts/status-word';
import { useNotices } from '../../../parts/undo';
import { useFormats } from '../../../i18n/formats';
import { useMessages } from '../../../i18n/messages';
import { aiMessages } from '../ai-messages';
import styles from '../ai.module.css';
import { useFaultText } from '../fault-messages';
import { toKey, ModelRecord } from '../track-record';
import { replayMessages } from './replay-messages';

type Report = Schemas['ReplayReportResponse'];

const WHILE_RUNNING_MS = 2000;

/** One replay: how far it is, then what came of it. */
export function ReplayReport({ replayId }: { replayId: number }): ReactNode {
  const t = useMessages(aiMessages);
  const messages = useMessages(replayMessages);
  const [, navigate] = useLocation();
  const { data, error, refetch } = useQuery({
    queryKey: ['replays', replayId],
    queryFn: () => readData(api.GET('/api/stock-cycle/ai-replays/{id}', { params: { path: { id: replayId } } })),
    // Until it is scored: then nothing of it changes within a day.
    refetchInterval: ({ state }) => (state.data?.scoredAt === null ? WHILE_RUNNING_MS : false),
  });
  return (
    <Panel
      title={messages.replay(replayId)}
      aside={<CloseButton size="sm" aria-label={t.close} onClick={() => navigate('/ai/replays')} />}
    >
      {error !== null && <FailureNote error={error} onRetry={() => void refetch()} />}
      {data === undefined ? (
        error === null && <Loading rows={3} />
      ) : (
        <div className={styles.stack}>
          <State replay={data} />
          <SideBySide replay={data} />
          <Answers replay={data} />
          {data.agreement.length > 0 && <Agreement replay={data} />}
          {data.modelFaults.length > 0 && <Faults replay={data} />}
          {data.outcomes.length > 0 && <Outcomes replay={data} />}
          <HitRates replay={data} />
        </div>
      )}
    </Panel>
  );
}

function State({ replay }: { replay: Report }): ReactNode {
  const t = useMessages(aiMessages);
  const messages = useMessages(replayMessages);
  const formats = useFormats();
  const faultText = useFaultText();
  const { stopReason } = replay;
  return (
    <>
      <Progress label={messages.progress} done={replay.done} total={replay.total}>
        <StatusWord status={replay.status} />
        <ReplayAction replay={replay} />
      </Progress>
      <p className={styles.facts}>
        <span>{replay.kind === 'weekly' ? t.weekly : t.daily}</span>
        <span className="figure">
          {replay.from} – {replay.to}
        </span>
        {replay.every > 1 && (
          <span>
            {messages.every} {replay.every} {replay.kind === 'weekly' ? messages.weeks : messages.days}
          </span>
        )}
        <span>{replay.models.join(', ')}</span>
        <span>{messages.judged(formats.count(replay.judged))}</span>
        {replay.skipped > 0 && <span>{messages.skipped(formats.count(replay.skipped))}</span>}
        {replay.failed > 0 && <span>{messages.failed(formats.count(replay.failed))}</span>}
        {replay.waiting > 0 && <span>{messages.waiting(formats.count(replay.waiting))}</span>}
        {replay.status === 'stopped' && <span>{messages.left(formats.count(replay.total - replay.done))}</span>}
        {replay.finishedAt !== null && replay.scoredAt === null && <span>{messages.scoring}</span>}
      </p>
      {stopReason !== null && (
        <p className={styles.fault}>
          ✕ {messages.stoppedBy([stopReason.message.split(': ')[0], faultText(stopReason.code)].join(' · '))}
        </p>
      )}
    </>
  );
}

/** Cancels a replay that runs, continues one that left something. */
function ReplayAction({ replay: { id, status, finishedAt, total, done, failed } }: { replay: Report }): ReactNode {
  const messages = useMessages(replayMessages);
  const { role } = useUser();
  const queries = useQueryClient();
  const notices = useNotices();
  const params = { path: { id } };
  const settled = {
    onError: notices.failed,
    onSettled: () => void queries.invalidateQueries({ queryKey: ['replays'] }),
  };
  const cancel = useMutation({
    mutationFn: () => readData(api.DELETE('/api/stock-cycle/ai-replays/{id}', { params })),
    onSuccess: () => notices.done(messages.cancelled),
    ...settled,
  });
  const go = useMutation({
    mutationFn: () => readData(api.POST('/api/stock-cycle/ai-replays/{id}/continue', { params })),
    onSuccess: () => notices.done(messages.continued),
    ...settled,
  });
  if (role !== 'admin') return null;
  if (finishedAt === null) {
    return (
      <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
        {messages.cancel}
      </Button>
    );
  }
  if (total === done && failed === 0) return null;
  return (
    <Button variant={status === 'stopped' ? 'filled' : 'default'} loading={go.isPending} onClick={() => go.mutate()}>
      {messages.continue}
    </Button>
  );
}

/** Leads to what the models said of one day of a stock. */
function SideBySide({ replay: { id, codes, from, to } }: { replay: Report }): ReactNode {
  const messages = useMessages(replayMessages);
  const [, navigate] = useLocation();
  const [code, setCode] = useState(codes[0] ?? '');
  const [day, setDay] = useState('');
  return (
    <form
      aria-label={messages.sideBySide}
      className={styles.filters}
      onSubmit={(event) => {
        event.preventDefault();
        if (day !== '') navigate(`/ai/answers?replay_id=${id}&code=${code}&date=${day}`);
      }}
    >
      <span>{messages.sideBySide}</span>
      <label>
        {messages.code}
        <select className="code" value={code} onChange={({ currentTarget: { value } }) => setCode(value)}>
          {codes.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      <DayField aria-label={messages.day} value={day} min={from} max={to} openOnly onDay={setDay} />
      <Button type="submit" variant="default" disabled={day === ''}>
        {messages.show}
      </Button>
    </form>
  );
}

function Answers({ replay: { answers } }: { replay: Report }): ReactNode {
  const t = useMessages(aiMessages);
  const messages = useMessages(replayMessages);
  const formats = useFormats();
  return (
    <DenseTable
      caption={messages.answers}
      rows={answers}
      rowKey={({ model, version }) => `${model} ${version ?? ''}`}
      columns={[
        { key: 'model', head: t.model, cell: ({ model }) => model },
        { key: 'version', head: messages.version, cell: ({ version }) => <span className="code">{version}</span> },
        { key: 'answered', head: messages.answered, numeric: true, cell: (row) => formats.count(row.answered) },
        { key: 'unusable', head: messages.unusable, numeric: true, cell: (row) => formats.count(row.unusable) },
        { key: 'calls', head: messages.requests, numeric: true, cell: (row) => formats.count(row.calls) },
        {
          key: 'tokens',
          head: messages.tokens,
          numeric: true,
          wideOnly: true,
          cell: (row) => formats.count(row.promptTokens + row.completionTokens),
        },
        { key: 'cost', head: messages.yuan, numeric: true, cell: (row) => formats.decimal(row.cost, 4) },
      ]}
    />
  );
}

function Agreement({ replay: { agreement } }: { replay: Report }): ReactNode {
  const messages = useMessages(replayMessages);
  const formats = useFormats();
  const share = (part: number, whole: number): string => formats.percent(whole === 0 ? null : (part / whole) * 100);
  return (
    <DenseTable
      caption={messages.agreement}
      rows={agreement}
      rowKey={({ models }) => models.join(' ')}
      columns={[
        { key: 'pair', head: messages.pair, cell: ({ models }) => models.join(' · ') },
        { key: 'n', head: messages.both, numeric: true, cell: ({ n }) => formats.count(n) },
        { key: 'phase', head: messages.samePhase, numeric: true, cell: (row) => share(row.samePhase, row.n) },
        { key: 'events', head: messages.sameEvents, numeric: true, cell: (row) => share(row.sameEvents, row.n) },
        {
          key: 'sides',
          head: messages.sameSides,
          numeric: true,
          wideOnly: true,
          cell: (row) => share(row.sameSupplyDemand, row.n),
        },
        {
          key: 'outlook',
          head: messages.sameOutlook,
          numeric: true,
          wideOnly: true,
          cell: (row) => share(row.sameOutlook, row.outlooks),
        },
      ]}
    />
  );
}

function Faults({ replay: { modelFaults } }: { replay: Report }): ReactNode {
  const t = useMessages(aiMessages);
  const messages = useMessages(replayMessages);
  const formats = useFormats();
  const faultText = useFaultText();
  return (
    <DenseTable
      caption={messages.faults}
      rows={modelFaults}
      rowKey={({ model, code }) => `${model} ${code}`}
      columns={[
        { key: 'model', head: t.model, cell: ({ model }) => model },
        { key: 'fault', head: messages.fault, cell: ({ code }) => faultText(code) },
        { key: 'times', head: messages.times, numeric: true, cell: ({ count }) => formats.count(count) },
        { key: 'without', head: messages.endedWithout, numeric: true, cell: ({ items }) => formats.count(items) },
      ]}
    />
  );
}

function Outcomes({ replay: { outcomes } }: { replay: Report }): ReactNode {
  const messages = useMessages(replayMessages);
  const formats = useFormats();
  return (
    <details>
      <summary>{messages.outcomes}</summary>
      <ul className={styles.outcomes}>
        {outcomes.map(({ status, reason, count, items }) => (
          <li key={`${status} ${reason}`}>
            {status === 'failed' ? '✕' : '⊘'} {formats.count(count)} {reason}
            <span className={styles.aside}> {items.map(({ code, day }) => `${code} ${day}`).join(' · ')}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function HitRates({ replay: { records, values, scoredAt } }: { replay: Report }): ReactNode {
  const messages = useMessages(replayMessages);
  if (scoredAt === null) return null;
  if (records.length === 0) return <EmptyNote>{messages.noRecords}</EmptyNote>;
  return (
    <>
      <h3 className={styles.subhead}>{messages.hitRates}</h3>
      {records.map((record) => (
        <ModelRecord key={toKey(record)} record={record} />
      ))}
      <details>
        <summary>{messages.byValue}</summary>
        <div className={styles.records}>
          {values.map((record) => (
            <ModelRecord key={toKey(record)} record={record} />
          ))}
        </div>
      </details>
    </>
  );
}
