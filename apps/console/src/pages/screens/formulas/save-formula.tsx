import { Button, Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { api, readData } from '../../../api/client';
import { useMessages } from '../../../i18n/messages';
import { useShortcuts } from '../../../keys/shortcuts';
import { FailureNote } from '../../../parts/failure-note';
import { useNotices } from '../../../parts/undo';
import type { Screen } from '../screen-list';
import { SCREENS } from '../screen-queries';
import type { EditorProps } from './editor-props';
import { toBody } from './formula-draft';
import { formulaMessages } from './formula-messages';
import styles from './formulas.module.css';

/** Saves the formula, as a new version of its own screen or as a new screen, and leads to it. */
export function SaveFormula({
  screen,
  draft,
  isChanged,
  isWriter,
  isRefused,
  onDiscard,
}: EditorProps & {
  /** The formula has errors. */
  isRefused: boolean;
}): ReactNode {
  const t = useMessages(formulaMessages);
  const notices = useNotices();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const save = useMutation({
    mutationFn: () => saveDraft(),
    onSuccess: (saved) => {
      onDiscard();
      void queries.invalidateQueries({ queryKey: SCREENS });
      queries.setQueryData([...SCREENS, 'one', saved.id], saved);
      notices.done(t.saved(saved.name, saved.version));
    },
  });
  const saveDraft = async (): Promise<Screen> => {
    const body = toBody(draft);
    if (screen === undefined || !isWriter) return (await readData(api.POST('/api/screens', { body }))).screen;
    return (await readData(api.PATCH('/api/screens/{id}', { params: { path: { id: screen.id } }, body }))).screen;
  };
  const ready = isChanged && !isRefused && draft.name.trim() !== '' && draft.formula.trim() !== '' && !save.isPending;
  const submit = (run: boolean): void => {
    if (ready) save.mutate(undefined, { onSuccess: ({ id }) => navigate(`/screens/${id}${run ? '?day=newest' : ''}`) });
  };
  useShortcuts(t.text, [{ keys: ['Mod+Enter'], does: t.saveKey, run: () => submit(true), inFields: true }]);
  return (
    <>
      {save.error !== null && <FailureNote error={save.error} />}
      <div className={styles.actions}>
        <Button disabled={!ready} loading={save.isPending} onClick={() => submit(true)}>
          {t.saveAndRun}
        </Button>
        <Button variant="default" disabled={!ready} onClick={() => submit(false)}>
          {isWriter ? t.save : t.saveCopy}
        </Button>
        <Button variant="subtle" disabled={!isChanged || save.isPending} onClick={onDiscard}>
          {isChanged ? t.discard : t.nothingChanged}
        </Button>
        {screen !== undefined && isWriter && <RemoveFormula screen={screen} onRemoved={onDiscard} />}
      </div>
    </>
  );
}

/** Asks before it deletes: versions can't be brought back. */
function RemoveFormula({ screen, onRemoved }: { screen: Screen; onRemoved: () => void }): ReactNode {
  const t = useMessages(formulaMessages);
  const notices = useNotices();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [asking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => readData(api.DELETE('/api/screens/{id}', { params: { path: { id: screen.id } } })),
    onSuccess: () => {
      onRemoved();
      notices.done(t.removed(screen.name));
      navigate('/screens');
      queries.removeQueries({ queryKey: [...SCREENS, 'one', screen.id] });
      void queries.invalidateQueries({ queryKey: [...SCREENS, 'list'] });
    },
  });
  return (
    <>
      <Button variant="default" className={styles.remove} onClick={() => setAsking(true)}>
        {t.remove}
      </Button>
      <Modal
        opened={asking}
        onClose={() => setAsking(false)}
        title={t.removeTitle(screen.name)}
        closeButtonProps={{ 'aria-label': t.close }}
      >
        <p className={styles.question}>{t.removeText}</p>
        {remove.error !== null && <FailureNote error={remove.error} />}
        <div className={styles.actions}>
          <Button loading={remove.isPending} onClick={() => remove.mutate()}>
            {t.remove}
          </Button>
          <Button variant="default" data-autofocus onClick={() => setAsking(false)}>
            {t.cancel}
          </Button>
        </div>
      </Modal>
    </>
  );
}
