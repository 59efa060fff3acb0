import { Button, FileInput, Textarea } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { api, readData } from '../../api/client';
import { DenseTable } from '../../parts/dense-table';
import { useFailureSentence } from '../../parts/failure-note';
import { Panel } from '../../parts/page';
import { Progress } from '../../parts/progress';
import { useNotices } from '../../parts/undo';
import { useMessages } from '../../i18n/messages';
import { readCsvCodes, type ListedCode } from './csv-codes';
import { settingsMessages } from './settings-messages';
import styles from './settings.module.css';
import { readText } from './file-text';

const REJECTED_SHOWN = 50;

interface Failed {
  readonly code: string;
  readonly reason: string;
}

/** Puts the codes of a file, or of what was pasted, on the watch-list, after a look at them. */
export function WatchlistImport({ known, onDone }: { known: readonly string[]; onDone: () => void }): ReactNode {
  const t = useMessages(settingsMessages);
  const notices = useNotices();
  const sentenceOf = useFailureSentence();
  const [text, setText] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const [failures, setFailures] = useState<readonly Failed[]>([]);
  const { codes, rejected } = useMemo(() => readCsvCodes(text), [text]);
  const fresh = codes.filter(({ code }) => !known.includes(code));
  /** A known code is put again only if the list has a note for it. */
  const wanted = codes.filter(({ code, note }) => !known.includes(code) || (note ?? '') !== '');
  const take = (chosen: File | null): void => {
    setFile(chosen);
    setFailures([]);
    if (chosen === null) setText('');
    else readText(chosen).then(setText, () => notices.failed(new Error(t.unreadable)));
  };
  const run = async (): Promise<void> => {
    const failed: Failed[] = [];
    for (const [done, { code, note }] of wanted.entries()) {
      setProgress({ done, total: wanted.length });
      await putOne({ code, note }).catch((error: unknown) => failed.push({ code, reason: sentenceOf(error) }));
    }
    setProgress(undefined);
    setFailures(failed);
    setFile(null);
    setText('');
    onDone();
    notices.done(t.imported(wanted.length - failed.length));
  };
  return (
    <Panel title={t.importTitle}>
      <div className={styles.section}>
        <p className={styles.quiet}>{t.importCodes}</p>
        <div className={styles.line}>
          <FileInput
            className={styles.grows}
            label={t.file}
            placeholder={t.chooseFile}
            accept=".csv,.txt,text/csv,text/plain"
            value={file}
            onChange={take}
            disabled={progress !== undefined}
          />
        </div>
        <Textarea
          label={t.paste}
          autosize
          minRows={3}
          maxRows={10}
          value={text}
          disabled={progress !== undefined}
          onChange={({ currentTarget: { value } }) => {
            setText(value);
            setFailures([]);
          }}
        />
        {text.trim() !== '' && progress === undefined && (
          <>
            <CodesPreview codes={codes} fresh={fresh} rejected={rejected} />
            <div className={styles.line}>
              <Button disabled={wanted.length === 0} onClick={() => void run()}>
                {t.importNow(wanted.length)}
              </Button>
            </div>
          </>
        )}
        {progress !== undefined && <Progress label={t.importing} {...progress} />}
        <Failures failures={failures} />
      </div>
    </Panel>
  );
}

/** What an import would add, and the lines that it can't read. */
function CodesPreview({
  codes,
  fresh,
  rejected,
}: {
  codes: readonly ListedCode[];
  /** Those that are not on the list yet. */
  fresh: readonly ListedCode[];
  rejected: ReturnType<typeof readCsvCodes>['rejected'];
}): ReactNode {
  const t = useMessages(settingsMessages);
  return (
    <>
      <p role="status" className={styles.quiet}>
        {t.previewCodes(fresh.length, codes.length - fresh.length)}
        {rejected.length > 0 && ` · ${t.rejectedLines(rejected.length)}`}
      </p>
      <p className={`code ${styles.quiet}`}>{fresh.map(({ code }) => code).join(' ')}</p>
      {rejected.length > 0 && (
        <DenseTable
          caption={t.rejectedLines(rejected.length)}
          rows={rejected.slice(0, REJECTED_SHOWN)}
          rowKey={({ line }) => line}
          columns={[
            { key: 'line', head: t.line, numeric: true, cell: ({ line }) => line },
            { key: 'text', head: t.content, cell: ({ text: content }) => content },
            { key: 'reason', head: t.reason, cell: () => t.noCode },
          ]}
        />
      )}
    </>
  );
}

function Failures({ failures }: { failures: readonly Failed[] }): ReactNode {
  const t = useMessages(settingsMessages);
  if (failures.length === 0) return null;
  return (
    <DenseTable
      caption={t.importFailed(failures.length)}
      rows={failures}
      rowKey={({ code }) => code}
      columns={[
        { key: 'code', head: t.code, cell: ({ code }) => <span className="code">{code}</span> },
        { key: 'reason', head: t.importFailed(failures.length), cell: ({ reason }) => reason },
      ]}
    />
  );
}

/** Without a note column the note that is there stays. */
function putOne({ code, note }: ListedCode): Promise<unknown> {
  const params = { path: { code } };
  return readData(api.PUT('/api/watchlist/{code}', { params, body: note === undefined ? {} : { note } }));
}
