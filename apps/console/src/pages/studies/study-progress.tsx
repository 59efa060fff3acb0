import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, readData } from '../../api/client';
import { useMessages } from '../../i18n/messages';
import type { StreamState } from '../../live/streams';
import { CancelButton } from '../../parts/cancel-button';
import { LostStream } from '../../parts/lost-stream';
import { Progress } from '../../parts/progress';
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
      <LostStream stream={stream} describe={t.lost} />
    </div>
  );
}

function CancelStudy({ id }: { id: number }): ReactNode {
  const messages = useMessages(studiesMessages);
  const queries = useQueryClient();
  return (
    <CancelButton
      messages={messages}
      cancel={() => readData(api.DELETE('/api/studies/{id}', { params: { path: { id } } }))}
      ended="study_ended"
      onCancelled={(study) => queries.setQueryData(studyKey(id), study)}
      onSettled={() => {
        void queries.invalidateQueries({ queryKey: studyKey(id), exact: true });
        void queries.invalidateQueries({ queryKey: STUDY_LISTS });
      }}
    />
  );
}
