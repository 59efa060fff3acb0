import { SegmentedControl } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { api, dataOf } from '../../api/client';
import { DenseTable } from '../../parts/dense-table';
import { EmptyNote } from '../../parts/empty-note';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { useFormats } from '../../words/formats';
import { useWords } from '../../words/words';
import { modelWords } from './model-words';
import styles from './settings.module.css';

const GROUPS = ['model', 'day', 'session'] as const;
type Group = (typeof GROUPS)[number];

/** What models cost in the last thirty days. */
export function ModelCosts(): ReactNode {
  const say = useWords(modelWords);
  const formats = useFormats();
  const [by, setBy] = useState<Group>('model');
  const { data, error, refetch } = useQuery({
    queryKey: ['model-costs', by],
    queryFn: async () => ({ by, ...(await dataOf(api.GET('/api/ai/costs', { params: { query: { by } } }))) }),
    placeholderData: keepPreviousData,
  });
  const names: Record<Group, string> = { model: say.byModel, day: say.byDay, session: say.bySession };
  return (
    <Panel
      title={say.costs}
      aside={
        <SegmentedControl
          size="xs"
          aria-label={say.by}
          value={by}
          onChange={(value) => {
            setBy(GROUPS.find((group) => group === value) ?? 'model');
          }}
          data={GROUPS.map((group) => ({ value: group, label: names[group] }))}
        />
      }
    >
      <p className={`${styles.quiet} ${styles.above}`}>
        {say.costsMean} {data !== undefined && <b>{say.total(formats.decimal(data.total, 2))}</b>}
      </p>
      {error !== null && <FailureNote error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading />}
      {data?.rows.length === 0 && <EmptyNote>{say.nothingSpent}</EmptyNote>}
      {data !== undefined && data.rows.length > 0 && (
        <DenseTable
          caption={say.costs}
          rows={data.rows}
          rowKey={({ key }) => key}
          columns={[
            {
              key: 'key',
              head: names[data.by],
              cell: ({ key }) =>
                data.by === 'session' && key !== 'replays' ? (
                  <Link href={`/sessions/${key}`}>{say.session(key)}</Link>
                ) : (
                  <span className="code">{data.by === 'session' ? say.replays : key}</span>
                ),
            },
            { key: 'calls', head: say.calls, figure: true, cell: ({ calls }) => formats.count(calls) },
            {
              key: 'prompt',
              head: say.promptTokens,
              figure: true,
              wideOnly: true,
              cell: ({ promptTokens }) => formats.count(promptTokens),
            },
            {
              key: 'cached',
              head: say.cachedTokens,
              figure: true,
              wideOnly: true,
              cell: ({ cachedTokens }) => formats.count(cachedTokens),
            },
            {
              key: 'completion',
              head: say.completionTokens,
              figure: true,
              wideOnly: true,
              cell: ({ completionTokens }) => formats.count(completionTokens),
            },
            { key: 'cost', head: say.cost, figure: true, cell: ({ cost }) => formats.decimal(cost, 4) },
          ]}
        />
      )}
    </Panel>
  );
}
