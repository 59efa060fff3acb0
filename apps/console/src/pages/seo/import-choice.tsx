import { Button, FileInput, NativeSelect, TextInput } from '@mantine/core';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { useConsoleState } from '../../api/console-state';
import { FailureNote } from '../../parts/failure-note';
import { Progress } from '../../parts/progress';
import { fileSize } from '../../i18n/file-size';
import { useMessages } from '../../i18n/messages';
import { type ChosenFile, useImportRequest } from './import-request';
import { useSeoAddress } from './seo-address';
import { seoFieldMessages } from './seo-field-messages';
import { seoMessages } from './seo-messages';
import styles from './seo.module.css';

const KINDS = ['keywords', 'trends', 'backlinks', 'competitors'] as const;

const NO_HINTS = { keyword: '', geo: '', period: '', market: '', language: '' };

/** The first step: a kind, a file, and what the file does not say itself. */
export function ImportChoice({ onChosen }: { onChosen: (previewId: number, chosen: ChosenFile) => void }): ReactNode {
  const t = useMessages(seoMessages);
  const { uploadMaxBytes } = useConsoleState();
  const { set } = useSeoAddress();
  const [file, setFile] = useState<File | null>(null);
  const [kind, setKind] = useState<ChosenFile['kind']>('keywords');
  const [hints, setHints] = useState(NO_HINTS);
  const [problem, setProblem] = useState<string>();
  const request = useImportRequest(true, (importId, chosen) => {
    onChosen(importId, chosen);
    set({ preview: String(importId), import: '' });
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (file === null) setProblem(t.choose);
    else if (file.size > uploadMaxBytes) setProblem(t.tooLarge(fileSize(file.size), fileSize(uploadMaxBytes)));
    else request.mutate({ file, kind, ...hints });
  };
  return (
    <form className={styles.stack} onSubmit={submit}>
      <div className={styles.filters}>
        <NativeSelect
          label={t.kind}
          value={kind}
          onChange={({ currentTarget: { value } }) => setKind(KINDS.find((one) => one === value) ?? 'keywords')}
          data={KINDS.map((value) => ({ value, label: t[value] }))}
        />
        <FileInput
          className={styles.search ?? ''}
          label={t.file}
          placeholder={t.fileHint(fileSize(uploadMaxBytes))}
          value={file}
          error={problem}
          onChange={(picked) => {
            setFile(picked);
            setProblem(undefined);
          }}
        />
        <HintFields kind={kind} hints={hints} onHints={setHints} />
        <Button type="submit" loading={request.isPending}>
          {t.preview}
        </Button>
      </div>
      {request.isPending && (
        <Progress label={t.sending} done={Math.round(request.sent * 100)} total={100}>
          {t.sending}
        </Progress>
      )}
      {request.error !== null && <FailureNote error={request.error} />}
    </form>
  );
}

/** What a file of a kind does not contain itself. */
function HintFields({
  kind,
  hints,
  onHints,
}: {
  kind: ChosenFile['kind'];
  hints: typeof NO_HINTS;
  onHints: (hints: typeof NO_HINTS) => void;
}): ReactNode {
  const t = useMessages(seoMessages);
  const fields = useMessages(seoFieldMessages);
  if (kind === 'trends') {
    return (
      <>
        <TextInput
          label={t.seedKeyword}
          placeholder={t.seedHint}
          className={styles.search ?? ''}
          value={hints.keyword}
          onChange={({ currentTarget }) => onHints({ ...hints, keyword: currentTarget.value })}
        />
        <TextInput
          label={t.region}
          placeholder={t.regionHint}
          value={hints.geo}
          onChange={({ currentTarget }) => onHints({ ...hints, geo: currentTarget.value })}
        />
        <TextInput
          label={t.span}
          placeholder={t.spanHint}
          value={hints.period}
          onChange={({ currentTarget }) => onHints({ ...hints, period: currentTarget.value })}
        />
      </>
    );
  }
  if (kind !== 'keywords') return null;
  return (
    <>
      <TextInput
        label={fields.market}
        placeholder={t.marketHint}
        value={hints.market}
        onChange={({ currentTarget }) => onHints({ ...hints, market: currentTarget.value })}
      />
      <TextInput
        label={fields.language}
        placeholder={t.languageHint}
        value={hints.language}
        onChange={({ currentTarget }) => onHints({ ...hints, language: currentTarget.value })}
      />
    </>
  );
}
