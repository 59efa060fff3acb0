import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/messages';
import { HoldingsImport } from './holdings-import';
import { NewSession } from './new-session';
import { newMessages } from './new-messages';
import type { NewSessionKind } from './new-session-kinds';
import { PastedSessions } from './pasted-sessions';

/** The dialogs that open sessions. */
export function NewSessions({
  way,
  jobId,
  onJob,
  onEnd,
}: {
  way: NewSessionKind;
  /** Of the import from holdings that runs. */
  jobId: number | null;
  onJob: (jobId: number) => void;
  onEnd: () => void;
}): ReactNode {
  const t = useMessages(newMessages);
  return (
    <Modal
      opened
      onClose={onEnd}
      title={t[way]}
      size={way === 'one' ? 'md' : 'lg'}
      closeButtonProps={{ 'aria-label': t.close }}
      transitionProps={{ duration: 0 }}
    >
      {way === 'one' && <NewSession onEnd={onEnd} />}
      {way === 'pasted' && <PastedSessions onEnd={onEnd} />}
      {way === 'holdings' && <HoldingsImport jobId={jobId} onJob={onJob} onEnd={onEnd} />}
    </Modal>
  );
}
