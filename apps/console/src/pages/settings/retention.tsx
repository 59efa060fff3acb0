import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, readData } from '../../api/client';
import { DenseTable } from '../../parts/dense-table';
import { EmptyNote } from '../../parts/empty-note';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { usePreferences } from '../../preferences/preferences';
import { NOTHING, useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import styles from './settings.module.css';
import { ruleInChinese, upkeepMessages } from './upkeep-messages';

/** What is kept how long, and what the last run of the daily retention cleared. */
export function Retention(): ReactNode {
  const t = useMessages(upkeepMessages);
  const formats = useFormats();
  const { language } = usePreferences();
  const { data, error, refetch } = useQuery({
    queryKey: ['retention'],
    queryFn: () => readData(api.GET('/api/admin/retention')),
  });
  return (
    <Panel title={t.retention}>
      <p className={`${styles.quiet} ${styles.above}`}>{t.retentionMeans}</p>
      {error !== null && <FailureNote error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading />}
      {data?.rules.length === 0 && <EmptyNote>{t.noRules}</EmptyNote>}
      {data !== undefined && data.rules.length > 0 && (
        <DenseTable
          caption={t.retention}
          rows={data.rules}
          rowKey={({ table, what }) => `${table} ${what}`}
          columns={[
            {
              key: 'what',
              head: t.what,
              cell: (rule) => (
                <span title={rule.table}>
                  {language === 'zh' ? ruleInChinese(rule) : rule.what}
                  {rule.emptied && <small className={styles.quiet}> · {t.emptied}</small>}
                </span>
              ),
            },
            { key: 'days', head: t.days, numeric: true, cell: ({ days }) => t.daysOf(formats.count(days)) },
            { key: 'rows', head: t.rows, numeric: true, cell: ({ rows }) => formats.count(rows) },
            {
              key: 'last',
              head: t.lastRun,
              numeric: true,
              wideOnly: true,
              cell: ({ lastRunAt }) => (lastRunAt === null ? t.neverRun : formats.instant(lastRunAt)),
            },
            {
              key: 'ended',
              head: t.ended,
              numeric: true,
              wideOnly: true,
              cell: ({ lastEnded }) => (lastEnded === null ? NOTHING : formats.count(lastEnded)),
            },
            {
              key: 'setting',
              head: t.setting,
              wideOnly: true,
              cell: ({ setting }) => <code className="code">{setting}</code>,
            },
          ]}
        />
      )}
    </Panel>
  );
}
