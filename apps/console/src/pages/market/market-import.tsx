import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import { api, readData, type Schemas } from '../../api/client';
import { CONSOLE_STATE } from '../../api/queries';
import { DenseTable } from '../../parts/dense-table';
import { Facts } from '../../parts/facts';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Page, Panel } from '../../parts/page';
import { Progress } from '../../parts/progress';
import { StatusWord } from '../../parts/status-word';
import { NOTHING, useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { marketMessages } from './market-messages';
import styles from './market.module.css';

type Import = Schemas['MarketImportDetailResponse'];

const POLL_MS = 1000;

/** One import of bars: how far it is, then what it brought, and what it left out and why. */
export function MarketImport({ id }: { id: number }): ReactNode {
  const t = useMessages(marketMessages);
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['market-imports', id],
    queryFn: () => readData(api.GET('/api/market/imports/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state }) => (state.data !== undefined && isUnderWay(state.data) ? POLL_MS : false),
  });
  const completed = data?.status === 'completed';
  useEffect(() => {
    if (!completed) return;
    for (const queryKey of [['coverage'], ['stocks'], ['sessions'], CONSOLE_STATE]) {
      void queries.invalidateQueries({ queryKey });
    }
  }, [completed, queries]);
  return (
    <Page title={t.importNumber(id)} aside={<Link href="/market">{t.toMarket}</Link>}>
      {error !== null && <FailureNote error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading />}
      {data !== undefined && <Report report={data} />}
    </Page>
  );
}

function Report({ report }: { report: Import }): ReactNode {
  const t = useMessages(marketMessages);
  const formats = useFormats();
  const { bars, refused, skipped, warned } = report;
  return (
    <>
      <Panel title={report.source === 'demo' ? t.demo : report.file} aside={<StatusWord status={report.status} />}>
        <div className={styles.stack}>
          {isUnderWay(report) && <Running progress={report.progress} />}
          {report.error !== null && (
            <p className={styles.error} role="alert">
              {`⚠ ${report.error}`}
            </p>
          )}
          {report.status === 'completed' && report.replaceDemo && <p className={styles.hint}>{t.replaced}</p>}
          <Facts
            facts={[
              [t.format, report.format],
              [t.filesRead, formats.count(report.files)],
              [t.stocks, formats.count(report.stocks)],
              [t.barsRead, formats.count(bars.read)],
              [t.inserted, formats.count(bars.inserted)],
              [t.updated, formats.count(bars.updated)],
              [t.unchanged, formats.count(bars.unchanged)],
              [t.span, `${report.from ?? NOTHING} – ${report.to ?? NOTHING}`],
              [t.seconds, formats.duration(report.seconds === null ? null : report.seconds * 1000)],
              [t.startedAt, formats.instant(report.startedAt)],
            ]}
          />
        </div>
      </Panel>
      {refused.length > 0 && (
        <Panel title={`${t.refused} ${refused.length}`} aside={<span className={styles.hint}>{t.refusedHint}</span>}>
          <DenseTable
            caption={t.refused}
            rows={refused}
            rowKey={({ file }) => file}
            columns={[
              { key: 'file', head: t.file, cell: ({ file }) => file },
              { key: 'line', head: t.line, numeric: true, cell: ({ line }) => line ?? t.wholeFile },
              { key: 'reason', head: t.reason, cell: ({ reason }) => reason },
            ]}
          />
        </Panel>
      )}
      <NotedFiles title={t.warned} hint={t.warnedHint} files={warned} />
      <NotedFiles title={t.skipped} hint={t.skippedHint} files={skipped} />
    </>
  );
}

function NotedFiles({ title, hint, files }: { title: string; hint: string; files: Import['skipped'] }): ReactNode {
  const t = useMessages(marketMessages);
  if (files.length === 0) return null;
  return (
    <Panel title={`${title} ${files.length}`} aside={<span className={styles.hint}>{hint}</span>}>
      <DenseTable
        caption={title}
        rows={files}
        rowKey={({ file, reason }) => `${file} ${reason}`}
        columns={[
          { key: 'file', head: t.file, cell: ({ file }) => file },
          { key: 'reason', head: t.reason, cell: ({ reason }) => reason },
        ]}
      />
    </Panel>
  );
}

function Running({ progress }: { progress: Import['progress'] }): ReactNode {
  const t = useMessages(marketMessages);
  const formats = useFormats();
  const { stage, fraction, files, bars } = progress ?? {};
  const part = typeof fraction === 'number' ? fraction : 0;
  const named = stage === 'storing' || stage === 'tidying' ? t[stage] : t.reading;
  return (
    <Progress label={named} done={Math.round(part * 100)} total={100}>
      <span>{named}</span>
      {typeof files === 'number' && typeof bars === 'number' && (
        <span className={styles.quiet}>{t.readSoFar(formats.count(files), formats.count(bars))}</span>
      )}
    </Progress>
  );
}

function isUnderWay({ status }: Import): boolean {
  return status === 'queued' || status === 'running';
}
