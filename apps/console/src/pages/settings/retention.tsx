import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, dataOf } from '../../api/client';
import { DenseTable } from '../../parts/dense-table';
import { EmptyNote } from '../../parts/empty-note';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { usePreferences } from '../../preferences/preferences';
import { NOTHING, useFormats } from '../../words/formats';
import { useWords } from '../../words/words';
import styles from './settings.module.css';
import { ruleInChinese, upkeepWords } from './upkeep-words';

/** What is kept how long, and what the last run of the daily retention cleared. */
export function Retention(): ReactNode {
  const say = useWords(upkeepWords);
  const formats = useFormats();
  const { language } = usePreferences();
  const { data, error, refetch } = useQuery({
    queryKey: ['retention'],
    queryFn: () => dataOf(api.GET('/api/admin/retention')),
  });
  return (
    <Panel title={say.retention}>
      <p className={`${styles.quiet} ${styles.above}`}>{say.retentionMeans}</p>
      {error !== null && <FailureNote error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading />}
      {data?.rules.length === 0 && <EmptyNote>{say.noRules}</EmptyNote>}
      {data !== undefined && data.rules.length > 0 && (
        <DenseTable
          caption={say.retention}
          rows={data.rules}
          rowKey={({ table, what }) => `${table} ${what}`}
          columns={[
            {
              key: 'what',
              head: say.what,
              cell: (rule) => (
                <span title={rule.table}>
                  {language === 'zh' ? ruleInChinese(rule) : rule.what}
                  {rule.emptied && <small className={styles.quiet}> · {say.emptied}</small>}
                </span>
              ),
            },
            { key: 'days', head: say.days, figure: true, cell: ({ days }) => say.daysOf(formats.count(days)) },
            { key: 'rows', head: say.rows, figure: true, cell: ({ rows }) => formats.count(rows) },
            {
              key: 'last',
              head: say.lastRun,
              figure: true,
              wideOnly: true,
              cell: ({ lastRunAt }) => (lastRunAt === null ? say.neverRun : formats.instant(lastRunAt)),
            },
            {
              key: 'ended',
              head: say.ended,
              figure: true,
              wideOnly: true,
              cell: ({ lastEnded }) => (lastEnded === null ? NOTHING : formats.count(lastEnded)),
            },
            {
              key: 'setting',
              head: say.setting,
              wideOnly: true,
              cell: ({ setting }) => <code className="code">{setting}</code>,
            },
          ]}
        />
      )}
    </Panel>
  );
}
