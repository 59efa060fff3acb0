import { Button, FileInput, NativeSelect } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { api, readData, type Schemas } from '../../api/client';
import { useConsoleState } from '../../api/console-state';
import { sendFile } from '../../api/send-file';
import { DenseTable } from '../../parts/dense-table';
import { EmptyNote } from '../../parts/empty-note';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { Progress } from '../../parts/progress';
import { StatusWord } from '../../parts/status-word';
import { fileSize } from '../../i18n/file-size';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { marketMessages } from './market-messages';
import { ReplaceDemo } from './sync-panel';
import { TypedConfirmation } from './typed-confirmation';
import styles from './market.module.css';

const SHOWN = 8;
const POLL_MS = 3000;

/** Uploads a file of bars, and the imports so far. */
export function ImportPanel(): ReactNode {
  const t = useMessages(marketMessages);
  return (
    <Panel title={t.importFile}>
      <div className={styles.stack}>
        <ImportForm />
        <PastImports />
      </div>
    </Panel>
  );
}

function ImportForm(): ReactNode {
  const t = useMessages(marketMessages);
  const { marketSource, uploadMaxBytes } = useConsoleState();
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [format, setFormat] = useState('eastmoney-csv');
  const [replaceDemo, setReplaceDemo] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [sent, setSent] = useState(0);
  const upload = useMutation({
    mutationFn: (chosen: File) => {
      setSent(0);
      const query = new URLSearchParams({ format, ...(replaceDemo ? { replace_demo: 'true' } : {}) });
      return sendFile<Schemas['MarketImportAcceptedResponse']>(`/api/market/imports?${query}`, chosen, setSent);
    },
    onSuccess: ({ importId }) => {
      void queries.invalidateQueries({ queryKey: ['market-imports'] });
      navigate(`/market/imports/${importId}`);
    },
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (file === null) setProblem(t.choose);
    else if (file.size > uploadMaxBytes) setProblem(t.tooLarge(fileSize(file.size), fileSize(uploadMaxBytes)));
    else if (replaceDemo) setConfirming(true);
    else upload.mutate(file);
  };
  return (
    <>
      <form className={styles.form} onSubmit={submit}>
        <NativeSelect
          label={t.format}
          value={format}
          onChange={({ currentTarget }) => setFormat(currentTarget.value)}
          data={[
            { value: 'eastmoney-csv', label: t.eastmoney },
            { value: 'baostock-csv', label: t.baostock },
            { value: 'tushare-csv', label: t.tushareCsv },
            { value: 'tdx', label: t.tdxFile },
          ]}
        />
        <FileInput
          className={styles.finder}
          label={t.file}
          placeholder={t.fileHint(fileSize(uploadMaxBytes))}
          value={file}
          error={problem}
          onChange={(chosen) => {
            setFile(chosen);
            setProblem(undefined);
          }}
        />
        <Button type="submit" loading={upload.isPending}>
          {t.send}
        </Button>
      </form>
      {marketSource === 'demo' && <ReplaceDemo checked={replaceDemo} onChange={setReplaceDemo} />}
      {upload.isPending && (
        <Progress label={t.sending} done={Math.round(sent * 100)} total={100}>
          {t.sending}
        </Progress>
      )}
      {upload.error !== null && <FailureNote error={upload.error} />}
      <TypedConfirmation
        opened={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => {
          if (file !== null) upload.mutate(file);
        }}
      />
    </>
  );
}

function PastImports(): ReactNode {
  const t = useMessages(marketMessages);
  const formats = useFormats();
  const { data, error, refetch } = useQuery({
    queryKey: ['market-imports'],
    queryFn: () => readData(api.GET('/api/market/imports', { params: { query: { limit: SHOWN } } })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.imports.some(({ status }) => status === 'queued' || status === 'running') === true ? POLL_MS : false,
  });
  if (error !== null) return <FailureNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading rows={3} />;
  if (data.imports.length === 0) return <EmptyNote>{t.noImports}</EmptyNote>;
  return (
    <DenseTable
      caption={t.imports}
      rows={data.imports}
      rowKey={({ id }) => id}
      columns={[
        { key: 'id', head: '#', cell: ({ id }) => <Link href={`/market/imports/${id}`}>{id}</Link> },
        { key: 'file', head: t.file, cell: ({ file, source }) => (source === 'demo' ? t.demo : file) },
        { key: 'state', head: t.state, cell: ({ status }) => <StatusWord status={status} /> },
        { key: 'bars', head: t.inserted, numeric: true, cell: ({ bars }) => formats.count(bars.inserted) },
        {
          key: 'refused',
          head: t.refused,
          numeric: true,
          wideOnly: true,
          cell: ({ refusedFiles }) => formats.count(refusedFiles),
        },
        { key: 'at', head: t.startedAt, numeric: true, cell: ({ startedAt }) => formats.instant(startedAt) },
      ]}
    />
  );
}
