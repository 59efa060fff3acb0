import { Button, Popover, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useWords } from '../../words/words';
import type { SessionEdit } from './session-edits';
import styles from './session-head.module.css';
import { sessionWords } from './session-words';

/** Closes the session, with a reason if there is one. */
export function CloseButton({ edit }: { edit: (edit: SessionEdit) => Promise<boolean> }): ReactNode {
  const say = useWords(sessionWords);
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const close = async (): Promise<void> => {
    const given = reason.trim();
    const wasDone = await edit({
      body: { close: true, ...(given === '' ? {} : { end_reason: given }) },
      guess: { status: 'closed', endReason: given === '' ? null : given },
      said: say.closedDone,
      undo: { reopen: true },
    });
    if (wasDone) setOpen(false);
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
            onChange={(event) => setReason(event.currentTarget.value)}
            data-autofocus
          />
          <Button type="submit">{say.close}</Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
