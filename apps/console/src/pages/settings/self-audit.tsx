import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, readData, type Schemas } from '../../api/client';
import { DenseTable } from '../../parts/dense-table';
import { EmptyNote } from '../../parts/empty-note';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import styles from './settings.module.css';
import { upkeepMessages } from './upkeep-messages';

const CHECKS = ['low_volume', 'limit_prices', 'chips', 'session_figures', 'session_totals', 'schema'] as const;

/** The newest report of the weekly self-audit: what was computed another way, and what came out otherwise. */
export function SelfAudit(): ReactNode {
  const t = useMessages(upkeepMessages);
  const { data, error, refetch } = useQuery({
    queryKey: ['self-audit'],
    queryFn: () => readData(api.GET('/api/admin/self-audit')),
  });
  return (
    <>
      <Panel title={t.audit}>
        <p className={`${styles.quiet} ${styles.above}`}>
          {t.auditMeans} <code className="code">npm run cli -- market audit</code>
        </p>
        {error !== null && <FailureNote error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <Loading />}
        {data?.report === null && <EmptyNote>{t.noReport}</EmptyNote>}
        {data?.report && <Report report={data.report} />}
      </Panel>
      {data?.report?.checks
        .filter(({ worst }) => worst.length > 0)
        .map((check) => (
          <Differences key={check.name} check={check} />
        ))}
    </>
  );
}

function Report({ report: { checkedAt, checks } }: { report: Schemas['AuditReportResponse'] }): ReactNode {
  const t = useMessages(upkeepMessages);
  const formats = useFormats();
  const nameOf = useCheckName();
  const differences = checks.reduce((sum, check) => sum + check.differences, 0);
  return (
    <>
      <p className={styles.above} role="status">
        {t.checkedAt(formats.instant(checkedAt))} ·{' '}
        <b>{differences === 0 ? t.allSame : t.differ(formats.count(differences))}</b>
      </p>
      <DenseTable
        caption={t.audit}
        rows={checks}
        rowKey={({ name }) => name}
        columns={[
          { key: 'name', head: t.check, cell: ({ name }) => nameOf(name) },
          {
            key: 'compared',
            head: t.compared,
            numeric: true,
            cell: ({ compared }) => (compared === 0 ? t.nothingCompared : formats.count(compared)),
          },
          {
            key: 'differences',
            head: t.differences,
            numeric: true,
            cell: (check) => (check.differences === 0 ? '0' : `⚠ ${formats.count(check.differences)}`),
          },
        ]}
      />
    </>
  );
}

function Differences({ check }: { check: Schemas['AuditCheckResponse'] }): ReactNode {
  const t = useMessages(upkeepMessages);
  const title = t.worstOf(useCheckName()(check.name));
  return (
    <Panel title={title}>
      <DenseTable
        caption={title}
        rows={check.worst}
        rowKey={({ subject }) => subject}
        columns={[
          { key: 'subject', head: t.subject, cell: ({ subject }) => <span className="code">{subject}</span> },
          { key: 'stored', head: t.stored, cell: ({ stored }) => <span className="figure">{stored}</span> },
          {
            key: 'recomputed',
            head: t.recomputed,
            cell: ({ recomputed }) => <span className="figure">{recomputed}</span>,
          },
        ]}
      />
    </Panel>
  );
}

/** The name of a check; that of a newer server as it is. */
function useCheckName(): (name: string) => string {
  const t = useMessages(upkeepMessages);
  return (name) => {
    const known = CHECKS.find((one) => one === name);
    return known === undefined ? name : t[known];
  };
}
