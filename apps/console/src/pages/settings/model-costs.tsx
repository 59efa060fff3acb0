import { SegmentedControl } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { api, readData } from '../../api/client';
import { DenseTable } from '../../parts/dense-table';
import { EmptyNote } from '../../parts/empty-note';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { modelMessages } from './model-messages';
import styles from './settings.module.css';

const GROUPS = ['model', 'day', 'session'] as const;
type Group = (typeof GROUPS)[number];

/** What models cost in the last thirty days. */
export function ModelCosts(): ReactNode {
  const t = useMessages(modelMessages);
  const formats = useFormats();
  const [by, setBy] = useState<Group>('model');
  const { data, error, refetch } = useQuery({
    queryKey: ['model-costs', by],
    queryFn: async () => ({ by, ...(await readData(api.GET('/api/ai/costs', { params: { query: { by } } }))) }),
    placeholderData: keepPreviousData,
  });
  const names: Record<Group, string> = { model: t.byModel, day: t.byDay, session: t.bySession };
  return (
    <Panel
      title={t.costs}
      aside={
        <SegmentedControl
          size="xs"
          aria-label={t.by}
          value={by}
          onChange={(value) => {
            setBy(GROUPS.find((group) => group === value) ?? 'model');
          }}
          data={GROUPS.map((group) => ({ value: group, label: names[group] }))}
        />
      }
    >
      <p className={`${styles.quiet} ${styles.above}`}>
        {t.costsMean} {data !== undefined && <b>{t.total(formats.decimal(data.total, 2))}</b>}
      </p>
      {error !== null && <FailureNote error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading />}
      {data?.rows.length === 0 && <EmptyNote>{t.nothingSpent}</EmptyNote>}
      {data !== undefined && data.rows.length > 0 && (
        <DenseTable
          caption={t.costs}
          rows={data.rows}
          rowKey={({ key }) => key}
          columns={[
            {
              key: 'key',
              head: names[data.by],
              cell: ({ key }) =>
                data.by === 'session' && key !== 'replays' ? (
                  <Link href={`/sessions/${key}`}>{t.session(key)}</Link>
                ) : (
                  <span className="code">{data.by === 'session' ? t.replays : key}</span>
                ),
            },
            { key: 'calls', head: t.calls, numeric: true, cell: ({ calls }) => formats.count(calls) },
            {
              key: 'prompt',
              head: t.promptTokens,
              numeric: true,
              wideOnly: true,
              cell: ({ promptTokens }) => formats.count(promptTokens),
            },
            {
              key: 'cached',
              head: t.cachedTokens,
              numeric: true,
              wideOnly: true,
              cell: ({ cachedTokens }) => formats.count(cachedTokens),
            },
            {
              key: 'completion',
              head: t.completionTokens,
              numeric: true,
              wideOnly: true,
              cell: ({ completionTokens }) => formats.count(completionTokens),
            },
            { key: 'cost', head: t.cost, numeric: true, cell: ({ cost }) => formats.decimal(cost, 4) },
          ]}
        />
      )}
    </Panel>
  );
}
