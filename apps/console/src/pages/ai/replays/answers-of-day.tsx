import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'wouter';
import { api, dataOf, type Schemas } from '../../../api/client';
import { useUser } from '../../../api/console-state';
import { type Column, DenseTable } from '../../../parts/dense-table';
import { EmptyNote } from '../../../parts/empty-note';
import { FailureNote } from '../../../parts/failure-note';
import { Loading } from '../../../parts/loading';
import { Panel } from '../../../parts/page';
import { useFormats } from '../../../words/formats';
import { useWords } from '../../../words/words';
import styles from '../ai.module.css';
import { useFaultWords } from '../fault-words';
import { useFieldNames, useShownField } from '../shown-field';
import { replayWords } from './replay-words';

type Answers = Schemas['AnswersOfDayResponse'];
type Said = NonNullable<Answers['merged']>;

const FIELDS = [
  'primaryPhaseHint',
  'cycleEvents',
  'supplyDemand',
  'alignFlag',
  'cycleSubTags',
  'evidenceNote',
] as const satisfies readonly (keyof Said)[];

/** What each model said of one day, beside what was made of it, and what the price did after. */
export function AnswersOfDay(): ReactNode {
  const words = useWords(replayWords);
  const [search] = useSearchParams();
  const query = queryOf(search);
  const { data, error, refetch } = useQuery({
    queryKey: ['ai-judgements', query],
    queryFn: () => dataOf(api.GET('/api/stock-cycle/ai-judgements', { params: { query } })),
  });
  return (
    <Panel title={data === undefined ? query.date : words.answersOf(data.code, data.date)}>
      {error !== null && <FailureNote error={error} onRetry={() => void refetch()} />}
      {data === undefined ? (
        error === null && <Loading rows={4} />
      ) : data.models.length === 0 ? (
        <EmptyNote>{words.nobody}</EmptyNote>
      ) : (
        <div className={styles.stack}>
          <SideBySide answers={data} />
          <After answers={data} />
        </div>
      )}
    </Panel>
  );
}

function SideBySide({ answers }: { answers: Answers }): ReactNode {
  const words = useWords(replayWords);
  const names = useFieldNames();
  const shown = useShownField();
  const { models, merged, consensus, kind } = answers;
  const columns: Column<(typeof FIELDS)[number] | 'outlook'>[] = [
    { key: 'field', head: words.field, cell: (field) => (field === 'outlook' ? words.outlook : names[field]) },
    ...models.map((answer) => ({
      key: answer.model,
      head: <Head answer={answer} day={answers.date} />,
      cell: (field: (typeof FIELDS)[number] | 'outlook') =>
        field === 'outlook' ? answer.outlook : answer.judgement === null ? null : shown(field, answer.judgement[field]),
    })),
    {
      key: 'merged',
      head: words.merged,
      cell: (field) => (field === 'outlook' ? consensus : merged === null ? null : shown(field, merged[field])),
    },
  ];
  return (
    <DenseTable
      caption={words.answersOf(answers.code, answers.date)}
      rows={kind === 'weekly' ? [...FIELDS, 'outlook' as const] : FIELDS}
      rowKey={(field) => field}
      columns={columns}
    />
  );
}

/** A model with its version, and what is to be known of its answer. */
function Head({ answer, day }: { answer: Answers['models'][number]; day: string }): ReactNode {
  const words = useWords(replayWords);
  const faultWord = useFaultWords();
  const { role } = useUser();
  const { model, version, aiRunId, fault, dataThrough } = answer;
  return (
    <>
      {model} <span className={styles.aside}>{version}</span>
      {fault !== null && <div className={styles.fault}>{words.failedModel(faultWord(fault))}</div>}
      {dataThrough > day && <div className={styles.aside}>{words.hindsight(dataThrough)}</div>}
      {role === 'admin' && (
        <div>
          <Link href={`/ai/runs/${aiRunId}`}>{words.run(aiRunId)}</Link>
        </div>
      )}
    </>
  );
}

function After({ answers: { after, models } }: { answers: Answers }): ReactNode {
  const words = useWords(replayWords);
  const formats = useFormats();
  const shown = useShownField();
  if (after.length === 0) return <p className={styles.aside}>{words.notYet}</p>;
  const verdicts = ({ scores }: Answers['models'][number], horizon: number): string =>
    scores
      .filter((score) => score.horizon === horizon && score.right !== null)
      .map(({ kind, value, right }) => `${said(kind, value)} ${right === true ? words.right : words.wrong}`)
      .join(' · ');
  const said = (kind: string, value: string): string =>
    kind === 'phase' ? shown('primaryPhaseHint', value) : kind === 'event' ? shown('cycleEvents', value) : value;
  return (
    <DenseTable
      caption={words.after}
      rows={after}
      rowKey={({ horizon }) => horizon}
      columns={[
        { key: 'horizon', head: words.horizon, cell: ({ horizon }) => words.tradingDays(horizon) },
        { key: 'bought', head: words.bought, figure: true, cell: ({ entryDate }) => entryDate ?? words.unfillable },
        { key: 'sold', head: words.sold, figure: true, cell: ({ exitDate }) => exitDate },
        { key: 'return', head: words.returned, figure: true, cell: (row) => formats.change(row.returnPct) },
        { key: 'excess', head: words.excess, figure: true, cell: (row) => formats.change(row.excessPct) },
        ...models.map((answer) => ({
          key: answer.model,
          head: answer.model,
          wideOnly: true,
          cell: ({ horizon }: Answers['after'][number]) => verdicts(answer, horizon),
        })),
      ]}
    />
  );
}

function queryOf(search: URLSearchParams): { date: string; [name: string]: string } {
  const names = ['session_id', 'replay_id', 'code', 'kind'] as const;
  const given = names.flatMap((name) => {
    const value = search.get(name);
    return value === null || value === '' ? [] : [[name, value] as const];
  });
  return { date: search.get('date') ?? '', ...Object.fromEntries(given) };
}
