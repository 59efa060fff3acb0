import { Button, FileInput, NativeSelect } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { api, dataOf, type Schemas } from '../../api/client';
import { useConsoleState } from '../../api/console-state';
import { sendFile } from '../../api/send-file';
import { DenseTable } from '../../parts/dense-table';
import { EmptyNote } from '../../parts/empty-note';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { Progress } from '../../parts/progress';
import { StatusWord } from '../../parts/status-word';
import { fileSize } from '../../words/file-size';
import { useFormats } from '../../words/formats';
import { useWords } from '../../words/words';
import { marketWords } from './market-words';
import { ReplaceDemo } from './sync-panel';
import { TypedConfirmation } from './typed-confirmation';
import styles from './market.module.css';

const SHOWN = 8;
const LOOK_AGAIN_MS = 3000;

/** Uploads a file of bars, and the imports so far. */
export function ImportPanel(): ReactNode {
  const say = useWords(marketWords);
  return (
    <Panel title={say.importFile}>
      <div className={styles.stack}>
        <ImportForm />
        <PastImports />
      </div>
    </Panel>
  );
}

function ImportForm(): ReactNode {
  const say = useWords(marketWords);
  const { marketSource, uploadMaxBytes } = useConsoleState();
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [format, setFormat] = useState('eastmoney-csv');
  const [replaceDemo, setReplaceDemo] = useState(false);
  const [asking, setAsking] = useState(false);
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
    if (file === null) setProblem(say.choose);
    else if (file.size > uploadMaxBytes) setProblem(say.tooLarge(fileSize(file.size), fileSize(uploadMaxBytes)));
    else if (replaceDemo) setAsking(true);
    else upload.mutate(file);
  };
  return (
    <>
      <form className={styles.form} onSubmit={submit}>
        <NativeSelect
          label={say.format}
          value={format}
          onChange={({ currentTarget }) => setFormat(currentTarget.value)}
          data={[
            { value: 'eastmoney-csv', label: say.eastmoney },
            { value: 'baostock-csv', label: say.baostock },
            { value: 'tushare-csv', label: say.tushareCsv },
            { value: 'tdx', label: say.tdx },
          ]}
        />
        <FileInput
          className={styles.finder}
          label={say.file}
          placeholder={say.fileHint(fileSize(uploadMaxBytes))}
          value={file}
          error={problem}
          onChange={(chosen) => {
            setFile(chosen);
            setProblem(undefined);
          }}
        />
        <Button type="submit" loading={upload.isPending}>
          {say.send}
        </Button>
      </form>
      {marketSource === 'demo' && <ReplaceDemo checked={replaceDemo} onChange={setReplaceDemo} />}
      {upload.isPending && (
        <Progress label={say.sending} done={Math.round(sent * 100)} total={100}>
          {say.sending}
        </Progress>
      )}
      {upload.error !== null && <FailureNote error={upload.error} />}
      <TypedConfirmation
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          if (file !== null) upload.mutate(file);
        }}
      />
    </>
  );
}

function PastImports(): ReactNode {
  const say = useWords(marketWords);
  const formats = useFormats();
  const { data, error, refetch } = useQuery({
    queryKey: ['market-imports'],
    queryFn: () => dataOf(api.GET('/api/market/imports', { params: { query: { limit: SHOWN } } })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.imports.some(({ status }) => status === 'queued' || status === 'running') === true
        ? LOOK_AGAIN_MS
        : false,
  });
  if (error !== null) return <FailureNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading rows={3} />;
  if (data.imports.length === 0) return <EmptyNote>{say.noImports}</EmptyNote>;
  return (
    <DenseTable
      caption={say.imports}
      rows={data.imports}
      rowKey={({ id }) => id}
      columns={[
        { key: 'id', head: '#', cell: ({ id }) => <Link href={`/market/imports/${id}`}>{id}</Link> },
        { key: 'file', head: say.file, cell: ({ file, source }) => (source === 'demo' ? say.demo : file) },
        { key: 'state', head: say.state, cell: ({ status }) => <StatusWord status={status} /> },
        { key: 'bars', head: say.inserted, figure: true, cell: ({ bars }) => formats.count(bars.inserted) },
        {
          key: 'refused',
          head: say.refused,
          figure: true,
          wideOnly: true,
          cell: ({ refusedFiles }) => formats.count(refusedFiles),
        },
        { key: 'at', head: say.startedAt, figure: true, cell: ({ startedAt }) => formats.instant(startedAt) },
      ]}
    />
  );
}
