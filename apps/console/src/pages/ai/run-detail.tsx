import { Button, CloseButton, CopyButton, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { api, readData, type Schemas } from '../../api/client';
import { EmptyNote } from '../../parts/empty-note';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { aiMessages } from './ai-messages';
import styles from './ai.module.css';
import { useFaultText } from './fault-messages';
import { RunAnswer } from './run-answer';
import { RunCsv } from './run-csv';
import { RunOutcome } from './run-outcome';
import { runMessages } from './run-messages';

type Run = Schemas['AiRunResponse'];

const VIEWS = ['answer', 'prompt', 'csv', 'csvText', 'calls'] as const;
type View = (typeof VIEWS)[number];

/** One run: what the model was told and given, what it said word for word, and what the checks let through. */
export function RunDetail({ runId }: { runId: number }): ReactNode {
  const t = useMessages(aiMessages);
  const messages = useMessages(runMessages);
  const [search, setSearch] = useSearchParams();
  const [, navigate] = useLocation();
  const view: View = VIEWS.find((one) => one === search.get('view')) ?? 'answer';
  const { data, error, refetch } = useQuery({
    queryKey: ['ai-runs', runId],
    queryFn: () => readData(api.GET('/api/stock-cycle/ai-runs/{id}', { params: { path: { id: runId } } })),
  });
  const show = (next: string): void =>
    setSearch(
      (before) => {
        const params = new URLSearchParams(before);
        params.set('view', next);
        return params;
      },
      { replace: true },
    );
  return (
    <Panel
      title={messages.run(runId)}
      aside={<CloseButton size="sm" aria-label={t.back} onClick={() => navigate(`/ai/runs${toQuery(search)}`)} />}
    >
      {error !== null && <FailureNote error={error} onRetry={() => void refetch()} />}
      {data === undefined ? (
        error === null && <Loading />
      ) : (
        <div className={styles.stack}>
          <Facts run={data} />
          <div className={styles.views}>
            <SegmentedControl
              aria-label={messages.view}
              value={view}
              onChange={show}
              data={VIEWS.map((value) => ({
                value,
                label: value === 'calls' ? messages.calls(data.calls.length) : messages[value],
              }))}
            />
          </div>
          <Shown run={data} view={view} />
        </div>
      )}
    </Panel>
  );
}

/** The list's filters stay; what is looked at of a run goes. */
function toQuery(search: URLSearchParams): string {
  const filters = new URLSearchParams(search);
  filters.delete('view');
  return filters.size === 0 ? '' : `?${filters.toString()}`;
}

function Facts({ run }: { run: Run }): ReactNode {
  const t = useMessages(aiMessages);
  const messages = useMessages(runMessages);
  const formats = useFormats();
  const faultText = useFaultText();
  return (
    <>
      <p className={styles.facts}>
        <RunOutcome outcome={run.outcome} />
        <span className="code">{run.code}</span>
        <span>{t[run.kind]}</span>
        <span className="code">{run.model}</span>
        {run.promptVersion !== null && (
          <span>
            {messages.promptVersion} <span className="code">{run.promptVersion}</span>
          </span>
        )}
        <span className="figure">
          {messages.through} {run.dataThrough}
        </span>
        <span className="figure">{formats.instant(run.createdAt)}</span>
        {run.durationMs !== null && (
          <span className="figure">
            {messages.took} {formats.duration(run.durationMs)}
          </span>
        )}
        {run.requests > 0 && (
          <span className="figure">
            {messages.requests} {formats.count(run.requests)} · {messages.tokens} {formats.count(run.promptTokens)} +{' '}
            {formats.count(run.completionTokens)}
          </span>
        )}
        {run.replay && <span>{messages.replay}</span>}
        {run.sessionId !== null && <Link href={`/sessions/${run.sessionId}`}>{t.session}</Link>}
        {run.replayId !== null && <Link href={`/ai/replays/${run.replayId}`}>{t.replays}</Link>}
        <Link href={`/jobs?job=${run.jobId}`}>{messages.job(run.jobId)}</Link>
      </p>
      {run.fault !== null && <p className={styles.fault}>✕ {faultText(run.fault)}</p>}
      {run.prunedAt !== null && <p className={styles.aside}>{messages.pruned(formats.instant(run.prunedAt))}</p>}
    </>
  );
}

function Shown({ run, view }: { run: Run; view: View }): ReactNode {
  const messages = useMessages(runMessages);
  switch (view) {
    case 'answer':
      return <RunAnswer run={run} />;
    case 'prompt':
      return run.prompt === null ? (
        <EmptyNote>{messages.noPrompt}</EmptyNote>
      ) : (
        <Text label={messages.prompt} text={run.prompt} />
      );
    case 'csv':
      return run.csv === null ? null : <RunCsv text={run.csv} />;
    case 'csvText':
      return run.csv === null ? null : <Text label={messages.csvText} text={run.csv} />;
    case 'calls':
      return <Calls run={run} />;
  }
}

function Calls({ run }: { run: Run }): ReactNode {
  const messages = useMessages(runMessages);
  const formats = useFormats();
  const faultText = useFaultText();
  if (run.calls.length === 0) return <EmptyNote>{messages.noCalls}</EmptyNote>;
  return run.calls.map((call) => (
    <section key={call.purpose} className={styles.stack}>
      <p className={styles.facts}>
        <strong>{call.purpose === 'answer' ? messages.answerCall : messages.repairCall}</strong>
        <span className="figure">{formats.instant(call.begunAt)}</span>
        <span className="figure">{formats.duration(call.durationMs)}</span>
        <span className="figure">
          {messages.requests} {formats.count(call.requests)} · {messages.tokens} {formats.count(call.promptTokens)} +{' '}
          {formats.count(call.completionTokens)}
        </span>
        {call.format !== null && <span className="code">{call.format}</span>}
        {call.fault !== null && <span className={styles.fault}>✕ {faultText(call.fault)}</span>}
      </p>
      {call.message !== null && <Text label={messages.said} text={call.message} />}
      {call.rawAnswer !== null && <Text label={messages.raw} text={call.rawAnswer} />}
      {call.faultDetail !== null && <Text label={messages.detail} text={call.faultDetail} />}
    </section>
  ));
}

/** A long text as it is, with a button to copy it. */
function Text({ label, text }: { label: string; text: string }): ReactNode {
  const messages = useMessages(runMessages);
  return (
    <figure className={styles.text}>
      <figcaption>
        {label}
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button variant="subtle" size="compact-xs" onClick={copy}>
              {copied ? messages.copied : messages.copy}
            </Button>
          )}
        </CopyButton>
      </figcaption>
      <pre tabIndex={0} aria-label={label} role="region">
        {text}
      </pre>
    </figure>
  );
}
