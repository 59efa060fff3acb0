import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { FailureNote } from '../../parts/failure-note';
import { StatusWord } from '../../parts/status-word';
import { NOTHING, useFormats } from '../../words/formats';
import { useWords } from '../../words/words';
import { isBeingUndone, isOver, type SeoImport, useImportUndo } from './import-request';
import { seoWords } from './seo-words';
import styles from './seo.module.css';

/** Takes an import back, after saying what that does; how the undo stands, and why there can be none. */
export function ImportUndo({ shown }: { shown: SeoImport }): ReactNode {
  const say = useWords(seoWords);
  const formats = useFormats();
  const [asked, setAsked] = useState(false);
  const undo = useImportUndo(shown.id);
  if (shown.dryRun || !isOver(shown)) return null;
  const { undo: state, undoRefusal: refusal, report } = shown;
  if (isBeingUndone(shown)) {
    return (
      <p className={styles.hint} role="status">
        <StatusWord status={state?.state ?? 'queued'} /> {say.undoing}
      </p>
    );
  }
  if (state?.state === 'completed') {
    const [removed, restored, kept] = [state.removed, state.restored, state.kept].map((count) => formats.count(count));
    return <p role="status">{say.undone(removed ?? '', restored ?? '', kept ?? '')}</p>;
  }
  if (refusal === 'import_changes_unknown' || refusal === 'import_changes_pruned') {
    return <p className={styles.hint}>{say[refusal]}</p>;
  }
  if (refusal !== null) return null;
  const start = (): void => {
    setAsked(false);
    undo.mutate();
  };
  return (
    <>
      {state?.state === 'failed' && (
        <p className={styles.error} role="alert">{`⚠ ${say.undoFailed}: ${state.error ?? NOTHING}`}</p>
      )}
      {undo.error !== null && <FailureNote error={undo.error} />}
      {asked ? (
        <div className={styles.stack}>
          <p>{say.undoAsk(formats.count(report?.created), formats.count(report?.updated))}</p>
          <div className={styles.actions}>
            <Button color="red" onClick={start}>
              {say.undoYes}
            </Button>
            <Button variant="default" onClick={() => setAsked(false)}>
              {say.undoNo}
            </Button>
          </div>
        </div>
      ) : (
        <div>
          <Button variant="default" loading={undo.isPending} onClick={() => setAsked(true)}>
            {say.undoImport}
          </Button>
        </div>
      )}
    </>
  );
}
