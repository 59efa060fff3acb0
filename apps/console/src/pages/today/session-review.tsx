import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import type { Schemas } from '../../api/client';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { SessionPreview } from '../../session-preview/session-preview';
import { useMessages } from '../../i18n/messages';
import { CloseForm } from './close-form';
import { ReviewConflict } from './review-conflict';
import { ReviewForm } from './review-form';
import { todayMessages } from './today-messages';
import styles from './today.module.css';
import type { WorkRow } from './today-work';
import type { CloseChoice } from './use-close-choice';
import type { TargetChoice } from './use-record-target';
import type { TypedReview } from './use-review-draft';
import type { RowFills } from './use-row-fills';
import type { WorkCursor } from './use-work-cursor';

interface SessionReviewProps {
  readonly row: WorkRow;
  readonly sessionId: number;
  readonly form: RefObject<HTMLDivElement | null>;
  readonly cursor: WorkCursor;
  readonly detail: UseQueryResult<Schemas['SessionDetailResponse']>;
  readonly choice: TargetChoice;
  readonly review: TypedReview;
  /** Undefined if no rule proposes to close the session. */
  readonly closing: CloseChoice | undefined;
  readonly fills: RowFills;
  readonly fillKind: 'daily' | 'weekly';
  readonly onFill: () => void;
  readonly onSave: () => void;
}

/** The session of a row: its preview, and the form to review or to close it. */
export function SessionReview(props: SessionReviewProps): ReactNode {
  const { sessionId, form, cursor } = props;
  /** Esc leaves a field for the list, whose keys work then. */
  const leaveField = (event: KeyboardEvent): void => {
    const inList = event.target instanceof HTMLElement && event.target.getAttribute('aria-expanded') === 'true';
    if (event.key === 'Escape' && !inList && !event.nativeEvent.isComposing) cursor.focus('row');
  };
  return (
    <>
      <div className={styles.preview}>
        <SessionPreview sessionId={sessionId} />
      </div>
      <div ref={form} className={styles.formPlace} onKeyDown={leaveField}>
        <SessionForm {...props} />
      </div>
    </>
  );
}

function SessionForm({
  row,
  sessionId,
  cursor,
  detail,
  choice,
  review,
  closing,
  ...props
}: SessionReviewProps): ReactNode {
  const t = useMessages(todayMessages);
  if (closing !== undefined) {
    return (
      <CloseForm
        row={row}
        reason={closing.reason}
        onReason={closing.setReason}
        onClose={closing.closeNext}
        onKeep={closing.keepNext}
      />
    );
  }
  if (detail.isError) return <FailureNote error={detail.error} onRetry={() => void detail.refetch()} />;
  if (detail.data === undefined || choice.target === undefined) return <Loading rows={4} />;
  if (detail.data.session.status === 'closed') return <p className={styles.quiet}>{t.closedSession}</p>;
  return (
    <ReviewForm
      detail={detail.data}
      choice={choice}
      target={choice.target}
      conflict={<ReviewConflict review={review} />}
      draft={review.draft}
      onDraft={review.change}
      takesFocus={cursor.focusTarget === 'form'}
      onFocused={cursor.onFocused}
    >
      <Button
        variant="default"
        onClick={props.onFill}
        loading={props.fills.running.some((one) => one.sessionId === sessionId)}
      >
        {props.fillKind === 'daily' ? t.fillDaily : t.fillWeekly}
      </Button>
      <Button onClick={props.onSave}>{t.saveNext}</Button>
    </ReviewForm>
  );
}
