import { Button, CloseButton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { api, dataOf, type Schemas } from '../../../api/client';
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
import { useFormats } from '../../../words/formats';
import { useWords } from '../../../words/words';
import { aiWords } from '../ai-words';
import styles from '../ai.module.css';
import { useFaultWords } from '../fault-words';
import { keyOf, ModelRecord } from '../track-record';
import { replayWords } from './replay-words';

type Report = Schemas['ReplayReportResponse'];

const WHILE_RUNNING_MS = 2000;

/** One replay: how far it is, then what came of it. */
export function ReplayReport({ replayId }: { replayId: number }): ReactNode {
  const say = useWords(aiWords);
  const words = useWords(replayWords);
  const [, navigate] = useLocation();
  const { data, error, refetch } = useQuery({
    queryKey: ['replays', replayId],
    queryFn: () => dataOf(api.GET('/api/stock-cycle/ai-replays/{id}', { params: { path: { id: replayId } } })),
    // Until it is scored: then nothing of it changes within a day.
    refetchInterval: ({ state }) => (state.data?.scoredAt === null ? WHILE_RUNNING_MS : false),
  });
  return (
    <Panel
      title={words.replay(replayId)}
      aside={<CloseButton size="sm" aria-label={say.close} onClick={() => navigate('/ai/replays')} />}
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
  const say = useWords(aiWords);
  const words = useWords(replayWords);
  const formats = useFormats();
  const faultWord = useFaultWords();
  const { stopReason } = replay;
  return (
    <>
      <Progress label={words.progress} done={replay.done} total={replay.total}>
        <StatusWord status={replay.status} />
        <ReplayAction replay={replay} />
      </Progress>
      <p className={styles.facts}>
        <span>{replay.kind === 'weekly' ? say.weekly : say.daily}</span>
        <span className="figure">
          {replay.from} – {replay.to}
        </span>
        {replay.every > 1 && (
          <span>
            {words.every} {replay.every} {replay.kind === 'weekly' ? words.weeks : words.days}
          </span>
        )}
        <span>{replay.models.join(', ')}</span>
        <span>{words.judged(formats.count(replay.judged))}</span>
        {replay.skipped > 0 && <span>{words.skipped(formats.count(replay.skipped))}</span>}
        {replay.failed > 0 && <span>{words.failed(formats.count(replay.failed))}</span>}
        {replay.waiting > 0 && <span>{words.waiting(formats.count(replay.waiting))}</span>}
        {replay.status === 'stopped' && <span>{words.left(formats.count(replay.total - replay.done))}</span>}
        {replay.finishedAt !== null && replay.scoredAt === null && <span>{words.scoring}</span>}
      </p>
      {stopReason !== null && (
        <p className={styles.fault}>
          ✕ {words.stoppedBy([stopReason.message.split(': ')[0], faultWord(stopReason.code)].join(' · '))}
        </p>
      )}
    </>
  );
}

/** Cancels a replay that runs, continues one that left something. */
function ReplayAction({ replay: { id, status, finishedAt, total, done, failed } }: { replay: Report }): ReactNode {
  const words = useWords(replayWords);
  const { role } = useUser();
  const queries = useQueryClient();
  const notices = useNotices();
  const params = { path: { id } };
  const settled = {
    onError: notices.failed,
    onSettled: () => void queries.invalidateQueries({ queryKey: ['replays'] }),
  };
  const cancel = useMutation({
    mutationFn: () => dataOf(api.DELETE('/api/stock-cycle/ai-replays/{id}', { params })),
    onSuccess: () => notices.done(words.cancelled),
    ...settled,
  });
  const go = useMutation({
    mutationFn: () => dataOf(api.POST('/api/stock-cycle/ai-replays/{id}/continue', { params })),
    onSuccess: () => notices.done(words.continued),
    ...settled,
  });
  if (role !== 'admin') return null;
  if (finishedAt === null) {
    return (
      <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
        {words.cancel}
      </Button>
    );
  }
  if (total === done && failed === 0) return null;
  return (
    <Button variant={status === 'stopped' ? 'filled' : 'default'} loading={go.isPending} onClick={() => go.mutate()}>
      {words.continue}
    </Button>
  );
}

/** Leads to what the models said of one day of a stock. */
function SideBySide({ replay: { id, codes, from, to } }: { replay: Report }): ReactNode {
  const words = useWords(replayWords);
  const [, navigate] = useLocation();
  const [code, setCode] = useState(codes[0] ?? '');
  const [day, setDay] = useState('');
  return (
    <form
      aria-label={words.sideBySide}
      className={styles.filters}
      onSubmit={(event) => {
        event.preventDefault();
        if (day !== '') navigate(`/ai/answers?replay_id=${id}&code=${code}&date=${day}`);
      }}
    >
      <span>{words.sideBySide}</span>
      <label>
        {words.code}
        <select className="code" value={code} onChange={({ currentTarget: { value } }) => setCode(value)}>
          {codes.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      <DayField aria-label={words.day} value={day} min={from} max={to} openOnly onDay={setDay} />
      <Button type="submit" variant="default" disabled={day === ''}>
        {words.show}
      </Button>
    </form>
  );
}

function Answers({ replay: { answers } }: { replay: Report }): ReactNode {
  const say = useWords(aiWords);
  const words = useWords(replayWords);
  const formats = useFormats();
  return (
    <DenseTable
      caption={words.answers}
      rows={answers}
      rowKey={({ model, version }) => `${model} ${version ?? ''}`}
      columns={[
        { key: 'model', head: say.model, cell: ({ model }) => model },
        { key: 'version', head: words.version, cell: ({ version }) => <span className="code">{version}</span> },
        { key: 'answered', head: words.answered, figure: true, cell: (row) => formats.count(row.answered) },
        { key: 'unusable', head: words.unusable, figure: true, cell: (row) => formats.count(row.unusable) },
        { key: 'calls', head: words.requests, figure: true, cell: (row) => formats.count(row.calls) },
        {
          key: 'tokens',
          head: words.tokens,
          figure: true,
          wideOnly: true,
          cell: (row) => formats.count(row.promptTokens + row.completionTokens),
        },
        { key: 'cost', head: words.yuan, figure: true, cell: (row) => formats.decimal(row.cost, 4) },
      ]}
    />
  );
}

function Agreement({ replay: { agreement } }: { replay: Report }): ReactNode {
  const words = useWords(replayWords);
  const formats = useFormats();
  const share = (part: number, whole: number): string => formats.percent(whole === 0 ? null : (part / whole) * 100);
  return (
    <DenseTable
      caption={words.agreement}
      rows={agreement}
      rowKey={({ models }) => models.join(' ')}
      columns={[
        { key: 'pair', head: words.pair, cell: ({ models }) => models.join(' · ') },
        { key: 'n', head: words.both, figure: true, cell: ({ n }) => formats.count(n) },
        { key: 'phase', head: words.samePhase, figure: true, cell: (row) => share(row.samePhase, row.n) },
        { key: 'events', head: words.sameEvents, figure: true, cell: (row) => share(row.sameEvents, row.n) },
        {
          key: 'sides',
          head: words.sameSides,
          figure: true,
          wideOnly: true,
          cell: (row) => share(row.sameSupplyDemand, row.n),
        },
        {
          key: 'outlook',
          head: words.sameOutlook,
          figure: true,
          wideOnly: true,
          cell: (row) => share(row.sameOutlook, row.outlooks),
        },
      ]}
    />
  );
}

function Faults({ replay: { modelFaults } }: { replay: Report }): ReactNode {
  const say = useWords(aiWords);
  const words = useWords(replayWords);
  const formats = useFormats();
  const faultWord = useFaultWords();
  return (
    <DenseTable
      caption={words.faults}
      rows={modelFaults}
      rowKey={({ model, code }) => `${model} ${code}`}
      columns={[
        { key: 'model', head: say.model, cell: ({ model }) => model },
        { key: 'fault', head: words.fault, cell: ({ code }) => faultWord(code) },
        { key: 'times', head: words.times, figure: true, cell: ({ count }) => formats.count(count) },
        { key: 'without', head: words.endedWithout, figure: true, cell: ({ items }) => formats.count(items) },
      ]}
    />
  );
}

function Outcomes({ replay: { outcomes } }: { replay: Report }): ReactNode {
  const words = useWords(replayWords);
  const formats = useFormats();
  return (
    <details>
      <summary>{words.outcomes}</summary>
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
  const words = useWords(replayWords);
  if (scoredAt === null) return null;
  if (records.length === 0) return <EmptyNote>{words.noRecords}</EmptyNote>;
  return (
    <>
      <h3 className={styles.subhead}>{words.hitRates}</h3>
      {records.map((record) => (
        <ModelRecord key={keyOf(record)} record={record} />
      ))}
      <details>
        <summary>{words.byValue}</summary>
        <div className={styles.records}>
          {values.map((record) => (
            <ModelRecord key={keyOf(record)} record={record} />
          ))}
        </div>
      </details>
    </>
  );
}
