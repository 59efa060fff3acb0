import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import { DenseTable } from '../../parts/dense-table';
import { EmptyNote } from '../../parts/empty-note';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { useFormats } from '../../words/formats';
import { useWords } from '../../words/words';
import styles from './settings.module.css';
import { upkeepWords } from './upkeep-words';

const CHECKS = ['low_volume', 'limit_prices', 'chips', 'session_figures', 'schema'] as const;

/** The newest report of the weekly self-audit: what was computed another way, and what came out otherwise. */
export function SelfAudit(): ReactNode {
  const say = useWords(upkeepWords);
  const { data, error, refetch } = useQuery({
    queryKey: ['self-audit'],
    queryFn: () => dataOf(api.GET('/api/admin/self-audit')),
  });
  return (
    <>
      <Panel title={say.audit}>
        <p className={`${styles.quiet} ${styles.above}`}>
          {say.auditMeans} <code className="code">npm run cli -- market audit</code>
        </p>
        {error !== null && <FailureNote error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <Loading />}
        {data?.report === null && <EmptyNote>{say.noReport}</EmptyNote>}
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
  const say = useWords(upkeepWords);
  const formats = useFormats();
  const nameOf = useCheckName();
  const differences = checks.reduce((sum, check) => sum + check.differences, 0);
  return (
    <>
      <p className={styles.above} role="status">
        {say.checkedAt(formats.instant(checkedAt))} ·{' '}
        <b>{differences === 0 ? say.allSame : say.differ(formats.count(differences))}</b>
      </p>
      <DenseTable
        caption={say.audit}
        rows={checks}
        rowKey={({ name }) => name}
        columns={[
          { key: 'name', head: say.check, cell: ({ name }) => nameOf(name) },
          {
            key: 'compared',
            head: say.compared,
            figure: true,
            cell: ({ compared }) => (compared === 0 ? say.nothingCompared : formats.count(compared)),
          },
          {
            key: 'differences',
            head: say.differences,
            figure: true,
            cell: (check) => (check.differences === 0 ? '0' : `⚠ ${formats.count(check.differences)}`),
          },
        ]}
      />
    </>
  );
}

function Differences({ check }: { check: Schemas['AuditCheckResponse'] }): ReactNode {
  const say = useWords(upkeepWords);
  const title = say.worstOf(useCheckName()(check.name));
  return (
    <Panel title={title}>
      <DenseTable
        caption={title}
        rows={check.worst}
        rowKey={({ subject }) => subject}
        columns={[
          { key: 'subject', head: say.subject, cell: ({ subject }) => <span className="code">{subject}</span> },
          { key: 'stored', head: say.stored, cell: ({ stored }) => <span className="figure">{stored}</span> },
          {
            key: 'recomputed',
            head: say.recomputed,
            cell: ({ recomputed }) => <span className="figure">{recomputed}</span>,
          },
        ]}
      />
    </Panel>
  );
}

/** The name of a check; that of a newer server as it is. */
function useCheckName(): (name: string) => string {
  const say = useWords(upkeepWords);
  return (name) => {
    const known = CHECKS.find((one) => one === name);
    return known === undefined ? name : say[known];
  };
}
