import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../../words/words';
import { HoldingsImport } from './holdings-import';
import { NewSession } from './new-session';
import { newWords } from './new-words';
import type { NewWay } from './new-ways';
import { PastedSessions } from './pasted-sessions';

/** The dialogs that open sessions. */
export function NewSessions({
  way,
  jobId,
  onJob,
  onEnd,
}: {
  way: NewWay;
  /** Of the import from holdings that runs. */
  jobId: number | null;
  onJob: (jobId: number) => void;
  onEnd: () => void;
}): ReactNode {
  const say = useWords(newWords);
  return (
    <Modal
      opened
      onClose={onEnd}
      title={say[way]}
      size={way === 'one' ? 'md' : 'lg'}
      closeButtonProps={{ 'aria-label': say.close }}
      transitionProps={{ duration: 0 }}
    >
      {way === 'one' && <NewSession onEnd={onEnd} />}
      {way === 'pasted' && <PastedSessions onEnd={onEnd} />}
      {way === 'holdings' && <HoldingsImport jobId={jobId} onJob={onJob} onEnd={onEnd} />}
    </Modal>
  );
}
