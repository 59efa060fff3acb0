import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import { api, dataOf, type Schemas } from '../../api/client';
import { CONSOLE_STATE } from '../../api/queries';
import { DenseTable } from '../../parts/dense-table';
import { Facts } from '../../parts/facts';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Page, Panel } from '../../parts/page';
import { Progress } from '../../parts/progress';
import { StatusWord } from '../../parts/status-word';
import { NOTHING, useFormats } from '../../words/formats';
import { useWords } from '../../words/words';
import { marketWords } from './market-words';
import styles from './market.module.css';

type Import = Schemas['MarketImportDetailResponse'];

const LOOK_AGAIN_MS = 1000;

/** One import of bars: how far it is, then what it brought, and what it left out and why. */
export function MarketImport({ id }: { id: number }): ReactNode {
  const say = useWords(marketWords);
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['market-imports', id],
    queryFn: () => dataOf(api.GET('/api/market/imports/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state }) => (state.data !== undefined && isUnderWay(state.data) ? LOOK_AGAIN_MS : false),
  });
  const completed = data?.status === 'completed';
  useEffect(() => {
    if (!completed) return;
    for (const queryKey of [['coverage'], ['stocks'], ['sessions'], CONSOLE_STATE]) {
      void queries.invalidateQueries({ queryKey });
    }
  }, [completed, queries]);
  return (
    <Page title={say.importNumber(id)} aside={<Link href="/market">{say.toMarket}</Link>}>
      {error !== null && <FailureNote error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading />}
      {data !== undefined && <Report report={data} />}
    </Page>
  );
}

function Report({ report }: { report: Import }): ReactNode {
  const say = useWords(marketWords);
  const formats = useFormats();
  const { bars, refused, skipped, warned } = report;
  return (
    <>
      <Panel title={report.source === 'demo' ? say.demo : report.file} aside={<StatusWord status={report.status} />}>
        <div className={styles.stack}>
          {isUnderWay(report) && <Running progress={report.progress} />}
          {report.error !== null && (
            <p className={styles.error} role="alert">
              {`⚠ ${report.error}`}
            </p>
          )}
          {report.status === 'completed' && report.replaceDemo && <p className={styles.hint}>{say.replaced}</p>}
          <Facts
            facts={[
              [say.format, report.format],
              [say.filesRead, formats.count(report.files)],
              [say.stocks, formats.count(report.stocks)],
              [say.barsRead, formats.count(bars.read)],
              [say.inserted, formats.count(bars.inserted)],
              [say.updated, formats.count(bars.updated)],
              [say.unchanged, formats.count(bars.unchanged)],
              [say.span, `${report.from ?? NOTHING} – ${report.to ?? NOTHING}`],
              [say.seconds, formats.duration(report.seconds === null ? null : report.seconds * 1000)],
              [say.startedAt, formats.instant(report.startedAt)],
            ]}
          />
        </div>
      </Panel>
      {refused.length > 0 && (
        <Panel
          title={`${say.refused} ${refused.length}`}
          aside={<span className={styles.hint}>{say.refusedHint}</span>}
        >
          <DenseTable
            caption={say.refused}
            rows={refused}
            rowKey={({ file }) => file}
            columns={[
              { key: 'file', head: say.file, cell: ({ file }) => file },
              { key: 'line', head: say.line, figure: true, cell: ({ line }) => line ?? say.wholeFile },
              { key: 'reason', head: say.reason, cell: ({ reason }) => reason },
            ]}
          />
        </Panel>
      )}
      <NotedFiles title={say.warned} hint={say.warnedHint} files={warned} />
      <NotedFiles title={say.skipped} hint={say.skippedHint} files={skipped} />
    </>
  );
}

function NotedFiles({ title, hint, files }: { title: string; hint: string; files: Import['skipped'] }): ReactNode {
  const say = useWords(marketWords);
  if (files.length === 0) return null;
  return (
    <Panel title={`${title} ${files.length}`} aside={<span className={styles.hint}>{hint}</span>}>
      <DenseTable
        caption={title}
        rows={files}
        rowKey={({ file, reason }) => `${file} ${reason}`}
        columns={[
          { key: 'file', head: say.file, cell: ({ file }) => file },
          { key: 'reason', head: say.reason, cell: ({ reason }) => reason },
        ]}
      />
    </Panel>
  );
}

function Running({ progress }: { progress: Import['progress'] }): ReactNode {
  const say = useWords(marketWords);
  const formats = useFormats();
  const { stage, fraction, files, bars } = progress ?? {};
  const part = typeof fraction === 'number' ? fraction : 0;
  const named = stage === 'storing' || stage === 'tidying' ? say[stage] : say.reading;
  return (
    <Progress label={named} done={Math.round(part * 100)} total={100}>
      <span>{named}</span>
      {typeof files === 'number' && typeof bars === 'number' && (
        <span className={styles.quiet}>{say.readSoFar(formats.count(files), formats.count(bars))}</span>
      )}
    </Progress>
  );
}

function isUnderWay({ status }: Import): boolean {
  return status === 'queued' || status === 'running';
}
