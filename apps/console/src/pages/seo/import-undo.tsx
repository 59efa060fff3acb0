import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { FailureNote } from '../../parts/failure-note';
import { StatusWord } from '../../parts/status-word';
import { NOTHING, useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { isBeingUndone, isOver, type SeoImport, useImportUndo } from './import-request';
import { seoMessages } from './seo-messages';
import styles from './seo.module.css';

/** Takes an import back, after saying what that does; how the undo stands, and why there can be none. */
export function ImportUndo({ shown }: { shown: SeoImport }): ReactNode {
  const t = useMessages(seoMessages);
  const formats = useFormats();
  const [asked, setAsked] = useState(false);
  const undo = useImportUndo(shown.id);
  if (shown.dryRun || !isOver(shown)) return null;
  const { undo: state, undoRefusal: rejection, report } = shown;
  if (isBeingUndone(shown)) {
    return (
      <p className={styles.hint} role="status">
        <StatusWord status={state?.state ?? 'queued'} /> {t.undoing}
      </p>
    );
  }
  if (state?.state === 'completed') {
    const [removed, restored, kept] = [state.removed, state.restored, state.kept].map((count) => formats.count(count));
    return <p role="status">{t.undone(removed ?? '', restored ?? '', kept ?? '')}</p>;
  }
  if (rejection === 'import_changes_unknown' || rejection === 'import_changes_pruned') {
    return <p className={styles.hint}>{t[rejection]}</p>;
  }
  if (rejection !== null) return null;
  const start = (): void => {
    setAsked(false);
    undo.mutate();
  };
  return (
    <>
      {state?.state === 'failed' && (
        <p className={styles.error} role="alert">{`⚠ ${t.undoFailed}: ${state.error ?? NOTHING}`}</p>
      )}
      {undo.error !== null && <FailureNote error={undo.error} />}
      {asked ? (
        <div className={styles.stack}>
          <p>{t.undoAsk(formats.count(report?.created), formats.count(report?.updated))}</p>
          <div className={styles.actions}>
            <Button color="red" onClick={start}>
              {t.undoYes}
            </Button>
            <Button variant="default" onClick={() => setAsked(false)}>
              {t.undoNo}
            </Button>
          </div>
        </div>
      ) : (
        <div>
          <Button variant="default" loading={undo.isPending} onClick={() => setAsked(true)}>
            {t.undoImport}
          </Button>
        </div>
      )}
    </>
  );
}
