import type { ReactNode } from 'react';
import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, readData } from '../../api/client';
import { DenseTable } from '../../parts/dense-table';
import { EmptyNote } from '../../parts/empty-note';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { StatusWord } from '../../parts/status-word';
import { NOTHING, useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { ImportChoice } from './import-choice';
import type { ChosenFile } from './import-request';
import { ImportPreview } from './import-preview';
import { ImportReport } from './import-report';
import { useSeoAddress } from './seo-address';
import { seoMessages } from './seo-messages';
import styles from './seo.module.css';

const SHOWN = 20;
const POLL_MS = 3000;

/** Three steps: choose a file, look at what would happen, import it. The step stands in the address. */
export function SeoImports(): ReactNode {
  const t = useMessages(seoMessages);
  const { get } = useSeoAddress();
  const [chosen, setChosen] = useState<{ previewId: number; file: ChosenFile }>();
  const preview = idIn(get('preview'));
  const imported = idIn(get('import'));
  const step = imported !== undefined ? 2 : preview !== undefined ? 1 : 0;
  return (
    <>
      <Panel>
        <div className={styles.stack}>
          <ol className={styles.steps} aria-label={t.steps}>
            {[t.stepChoose, t.stepPreview, t.stepImport].map((name, index) => (
              <li key={name} aria-current={index === step ? 'step' : undefined}>
                {`${index + 1} ${name}`}
              </li>
            ))}
          </ol>
          {imported !== undefined ? (
            <ImportReport id={imported} />
          ) : preview !== undefined ? (
            <ImportPreview id={preview} chosen={chosen?.previewId === preview ? chosen.file : undefined} />
          ) : (
            <ImportChoice onChosen={(previewId, file) => setChosen({ previewId, file })} />
          )}
        </div>
      </Panel>
      <PastImports />
    </>
  );
}

function idIn(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function PastImports(): ReactNode {
  const t = useMessages(seoMessages);
  const formats = useFormats();
  const { set } = useSeoAddress();
  const { data, error, refetch } = useQuery({
    queryKey: ['seo', 'imports'],
    queryFn: () => readData(api.GET('/api/admin/imports', { params: { query: { limit: SHOWN } } })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.items.some((one) => one.state === 'queued' || one.state === 'running') === true ? POLL_MS : false,
  });
  return (
    <Panel title={t.pastImports}>
      {error !== null && <FailureNote error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading rows={3} />}
      {data?.items.length === 0 && <EmptyNote>{t.noImports}</EmptyNote>}
      {data !== undefined && data.items.length > 0 && (
        <DenseTable
          caption={t.pastImports}
          rows={data.items}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'id',
              head: '#',
              cell: ({ id, dryRun }) => (
                <button
                  type="button"
                  className={`${styles.open} ${styles.id}`}
                  onClick={() => set(dryRun ? { preview: String(id), import: '' } : { import: String(id) })}
                >
                  {id}
                </button>
              ),
            },
            { key: 'kind', head: t.kind, cell: ({ kind }) => t[kind] },
            { key: 'file', head: t.file, cell: ({ fileName }) => fileName ?? NOTHING },
            {
              key: 'state',
              head: t.state,
              cell: ({ state, dryRun }) => (
                <>
                  <StatusWord status={state} /> {dryRun && <span className={styles.hint}>{t.stepPreview}</span>}
                </>
              ),
            },
            {
              key: 'created',
              head: t.created,
              numeric: true,
              wideOnly: true,
              cell: ({ report }) => formats.count(report?.created),
            },
            {
              key: 'rejected',
              head: t.rejected,
              numeric: true,
              wideOnly: true,
              cell: ({ report }) => formats.count(report?.rejectedTotal),
            },
            { key: 'at', head: t.at, numeric: true, cell: ({ createdAt }) => formats.instant(createdAt) },
          ]}
        />
      )}
    </Panel>
  );
}
