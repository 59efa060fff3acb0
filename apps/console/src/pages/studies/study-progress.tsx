import { Button, Group, Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, readData } from '../../api/client';
import { Failure } from '../../api/failure';
import { useMessages } from '../../i18n/messages';
import { useSecondsSince } from '../../live/seconds-since';
import type { StreamState } from '../../live/streams';
import { Progress } from '../../parts/progress';
import { useNotices } from '../../parts/undo';
import type { Study } from './study-figures';
import { STUDY_LISTS, studyKey } from './study-queries';
import { studiesMessages } from './studies-messages';
import styles from './studies.module.css';

const WHOLE = 100;
/** The days are swept up to here; the figures are computed in one go. */
const SWEPT = 85;

/** How far a running study is, whether its stream stands, and the way to cancel it. */
export function StudyProgress({ study, stream }: { study: Study; stream: StreamState }): ReactNode {
  const t = useMessages(studiesMessages);
  const { status, progress } = study;
  return (
    <div className={styles.running}>
      <Progress label={t.progress} done={progress} total={WHOLE}>
        <span>%</span>
        <span className={styles.quiet}>
          {status === 'queued' ? t.waits : progress < SWEPT ? t.sweeping : t.computing}
        </span>
        <CancelStudy id={study.id} />
      </Progress>
      {stream.kind === 'lost' && <Lost since={stream.since} />}
    </div>
  );
}

function Lost({ since }: { since: number }): ReactNode {
  const t = useMessages(studiesMessages);
  return (
    <p className={styles.caution} role="status">
      ⚠ {t.lost(useSecondsSince(since))}
    </p>
  );
}

function CancelStudy({ id }: { id: number }): ReactNode {
  const t = useMessages(studiesMessages);
  const notices = useNotices();
  const queries = useQueryClient();
  const [confirming, setConfirming] = useState(false);
  const cancel = useMutation({
    mutationFn: () => readData(api.DELETE('/api/studies/{id}', { params: { path: { id } } })),
    onSuccess: (study) => {
      queries.setQueryData(studyKey(id), study);
      notices.done(t.cancelled);
    },
    onError: (error) => {
      // It ended by itself in the meantime: what it came to is shown.
      if (!(error instanceof Failure && error.code === 'study_ended')) notices.failed(error);
    },
    onSettled: () => {
      setConfirming(false);
      void queries.invalidateQueries({ queryKey: studyKey(id), exact: true });
      void queries.invalidateQueries({ queryKey: STUDY_LISTS });
    },
  });
  return (
    <>
      <Button variant="default" size="compact-xs" onClick={() => setConfirming(true)}>
        {t.cancel}
      </Button>
      <Modal
        opened={confirming}
        onClose={() => setConfirming(false)}
        title={t.cancelAsk}
        closeButtonProps={{ 'aria-label': t.cancelNo }}
      >
        <p>{t.cancelText}</p>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => setConfirming(false)}>
            {t.cancelNo}
          </Button>
          <Button loading={cancel.isPending} onClick={() => cancel.mutate()}>
            {t.cancel}
          </Button>
        </Group>
      </Modal>
    </>
  );
}
