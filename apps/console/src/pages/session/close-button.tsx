import { Button, Popover, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { SaveWait } from '../../live/save-wait';
import { endReasonName, useKeptState } from '../../drafts/kept-state';
import { useWords } from '../../words/words';
import type { SessionEdit } from './session-edits';
import styles from './session-head.module.css';
import { sessionWords } from './session-words';

/** Closes the session, with a reason if there is one. */
export function CloseButton({
  sessionId,
  edit,
}: {
  sessionId: number;
  edit: (edit: SessionEdit) => Promise<boolean>;
}): ReactNode {
  const say = useWords(sessionWords);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useKeptState<string | null>(endReasonName(sessionId), null);
  const reason = typed ?? '';
  const [saving, setSaving] = useState(false);
  const close = async (): Promise<void> => {
    const given = reason.trim();
    if (saving) return;
    setSaving(true);
    const wasDone = await edit({
      body: { close: true, ...(given === '' ? {} : { end_reason: given }) },
      guess: { status: 'closed', endReason: given === '' ? null : given },
      said: say.closedDone,
      undo: { reopen: true },
    });
    setSaving(false);
    if (!wasDone) return;
    setTyped(null);
    setOpen(false);
  };
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button variant="default" onClick={() => setOpen(!open)}>
          {say.close}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={say.close}>
        <form
          className={styles.closeForm}
          onSubmit={(event) => {
            event.preventDefault();
            void close();
          }}
        >
          <TextInput
            label={say.closeReason}
            value={reason}
            onChange={(event) => setTyped(event.currentTarget.value)}
            data-autofocus
          />
          <Button type="submit" loading={saving}>
            {say.close}
          </Button>
          {saving && <SaveWait />}
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
