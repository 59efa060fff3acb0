import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'wouter';
import { api, readData, type Schemas } from '../../../api/client';
import { useUser } from '../../../api/console-state';
import { type Column, DenseTable } from '../../../parts/dense-table';
import { EmptyNote } from '../../../parts/empty-note';
import { FailureNote } from '../../../parts/failure-note';
import { Loading } from '../../../parts/loading';
import { Panel } from '../../../parts/page';
import { useFormats } from '../../../i18n/formats';
import { useMessages } from '../../../i18n/messages';
import styles from '../ai.module.css';
import { useFaultText } from '../fault-messages';
import { useFieldNames, useFieldText } from '../field-text';
import { replayMessages } from './replay-messages';

type AnswersOfDay = Schemas['AnswersOfDayResponse'];
type Said = NonNullable<AnswersOfDay['merged']>;

const FIELDS = [
  'primaryPhaseHint',
  'cycleEvents',
  'supplyDemand',
  'alignFlag',
  'cycleSubTags',
  'evidenceNote',
] as const satisfies readonly (keyof Said)[];

/** What each model said of one day, next to what was made of it, and what the price did after. */
export function DayAnswers(): ReactNode {
  const messages = useMessages(replayMessages);
  const [search] = useSearchParams();
  const query = toQuery(search);
  if (query.date !== '' && ('code' in query || 'session_id' in query)) return <AskedAnswers query={query} />;
  return (
    <Panel>
      <EmptyNote action={<Link href="/ai/replays">{messages.toReplays}</Link>}>{messages.noDay}</EmptyNote>
    </Panel>
  );
}

function AskedAnswers({ query }: { query: ReturnType<typeof toQuery> }): ReactNode {
  const messages = useMessages(replayMessages);
  const { data, error, refetch } = useQuery({
    queryKey: ['ai-judgements', query],
    queryFn: () => readData(api.GET('/api/stock-cycle/ai-judgements', { params: { query } })),
  });
  return (
    <Panel title={data === undefined ? query.date : messages.answersOf(data.code, data.date)}>
      {error !== null && <FailureNote error={error} onRetry={() => void refetch()} />}
      {data === undefined ? (
        error === null && <Loading rows={4} />
      ) : data.models.length === 0 ? (
        <EmptyNote>{messages.nobody}</EmptyNote>
      ) : (
        <div className={styles.stack}>
          <SideBySide answers={data} />
          <After answers={data} />
        </div>
      )}
    </Panel>
  );
}

function SideBySide({ answers }: { answers: AnswersOfDay }): ReactNode {
  const messages = useMessages(replayMessages);
  const names = useFieldNames();
  const shown = useFieldText();
  const { models, merged, consensus, kind } = answers;
  const columns: Column<(typeof FIELDS)[number] | 'outlook'>[] = [
    { key: 'field', head: messages.field, cell: (field) => (field === 'outlook' ? messages.outlook : names[field]) },
    ...models.map((answer) => ({
      key: answer.model,
      head: <Head answer={answer} day={answers.date} />,
      cell: (field: (typeof FIELDS)[number] | 'outlook') =>
        field === 'outlook' ? answer.outlook : answer.judgement === null ? null : shown(field, answer.judgement[field]),
    })),
    {
      key: 'merged',
      head: messages.merged,
      cell: (field) => (field === 'outlook' ? consensus : merged === null ? null : shown(field, merged[field])),
    },
  ];
  return (
    <DenseTable
      caption={messages.answersOf(answers.code, answers.date)}
      rows={kind === 'weekly' ? [...FIELDS, 'outlook' as const] : FIELDS}
      rowKey={(field) => field}
      columns={columns}
    />
  );
}

/** A model with its version, and what is to be known of its answer. */
function Head({ answer, day }: { answer: AnswersOfDay['models'][number]; day: string }): ReactNode {
  const messages = useMessages(replayMessages);
  const faultText = useFaultText();
  const { role } = useUser();
  const { model, version, aiRunId, fault, dataThrough } = answer;
  return (
    <>
      {model} <span className={styles.aside}>{version}</span>
      {fault !== null && <div className={styles.fault}>{messages.failedModel(faultText(fault))}</div>}
      {dataThrough > day && <div className={styles.aside}>{messages.hindsight(dataThrough)}</div>}
      {role === 'admin' && (
        <div>
          <Link href={`/ai/runs/${aiRunId}`}>{messages.run(aiRunId)}</Link>
        </div>
      )}
    </>
  );
}

function After({ answers: { after, models } }: { answers: AnswersOfDay }): ReactNode {
  const messages = useMessages(replayMessages);
  const formats = useFormats();
  const shown = useFieldText();
  if (after.length === 0) return <p className={styles.aside}>{messages.notYet}</p>;
  const verdicts = ({ scores }: AnswersOfDay['models'][number], horizon: number): string =>
    scores
      .filter((score) => score.horizon === horizon && score.right !== null)
      .map(({ kind, value, right }) => `${said(kind, value)} ${right === true ? messages.right : messages.wrong}`)
      .join(' · ');
  const said = (kind: string, value: string): string =>
    kind === 'phase' ? shown('primaryPhaseHint', value) : kind === 'event' ? shown('cycleEvents', value) : value;
  return (
    <DenseTable
      caption={messages.after}
      rows={after}
      rowKey={({ horizon }) => horizon}
      columns={[
        { key: 'horizon', head: messages.horizon, cell: ({ horizon }) => messages.tradingDays(horizon) },
        {
          key: 'bought',
          head: messages.bought,
          numeric: true,
          cell: ({ entryDate }) => entryDate ?? messages.unfillable,
        },
        { key: 'sold', head: messages.sold, numeric: true, cell: ({ exitDate }) => exitDate },
        { key: 'return', head: messages.returned, numeric: true, cell: (row) => formats.change(row.returnPct) },
        { key: 'excess', head: messages.excess, numeric: true, cell: (row) => formats.change(row.excessPct) },
        ...models.map((answer) => ({
          key: answer.model,
          head: answer.model,
          wideOnly: true,
          cell: ({ horizon }: AnswersOfDay['after'][number]) => verdicts(answer, horizon),
        })),
      ]}
    />
  );
}

function toQuery(search: URLSearchParams): { date: string; [name: string]: string } {
  const names = ['session_id', 'replay_id', 'code', 'kind'] as const;
  const given = names.flatMap((name) => {
    const value = search.get(name);
    return value === null || value === '' ? [] : [[name, value] as const];
  });
  return { date: search.get('date') ?? '', ...Object.fromEntries(given) };
}
