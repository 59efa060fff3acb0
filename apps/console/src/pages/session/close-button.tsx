import { Button, Popover, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { SaveWait } from '../../live/save-wait';
import { getEndReasonName, useDraftState } from '../../drafts/draft-state';
import { useMessages } from '../../i18n/messages';
import type { SessionEdit } from './session-edits';
import styles from './session-head.module.css';
import { sessionMessages } from './session-messages';

/** Closes the session, with a reason if there is one. */
export function CloseButton({
  sessionId,
  edit,
}: {
  sessionId: number;
  edit: (edit: SessionEdit) => Promise<boolean>;
}): ReactNode {
  const t = useMessages(sessionMessages);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useDraftState<string | null>(getEndReasonName(sessionId), null);
  const reason = typed ?? '';
  const [saving, setSaving] = useState(false);
  const close = async (): Promise<void> => {
    const given = reason.trim();
    if (saving) return;
    setSaving(true);
    const wasDone = await edit({
      body: { close: true, ...(given === '' ? {} : { end_reason: given }) },
      guess: { status: 'closed', endReason: given === '' ? null : given },
      sentence: t.closedDone,
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
          {t.close}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t.close}>
        <form
          className={styles.closeForm}
          onSubmit={(event) => {
            event.preventDefault();
            void close();
          }}
        >
          <TextInput
            label={t.closeReason}
            value={reason}
            onChange={(event) => setTyped(event.currentTarget.value)}
            data-autofocus
          />
          <Button type="submit" loading={saving}>
            {t.close}
          </Button>
          {saving && <SaveWait />}
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
