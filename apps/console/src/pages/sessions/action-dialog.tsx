import { Button, Modal, NumberInput, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useConsoleState } from '../../api/console-state';
import { DayField } from '../../parts/day-field';
import { useMessages } from '../../i18n/messages';
import { daysAfter } from './days';
import { type SessionActions, useRowsName } from './session-actions';
import type { SessionRow } from './session-pages';
import { sessionsMessages } from './sessions-messages';
import styles from './sessions.module.css';

export interface ActionRequest {
  readonly asks: 'review' | 'priority' | 'close';
  readonly rows: readonly SessionRow[];
}

const LATER = [7, 14, 30];

/** The values that an action needs before it can be done: a day, a number, a reason. ↵ does it. */
export function ActionDialog({
  question,
  onEnd,
  actions,
}: {
  question: ActionRequest | null;
  onEnd: () => void;
  actions: SessionActions;
}): ReactNode {
  const t = useMessages(sessionsMessages);
  const rows = question?.rows ?? [];
  const [one] = rows;
  const what = useRowsName()(rows);
  const titles = { review: t.reviewOf(what), priority: `${t.setPriority} ${what}`, close: t.closeOf(what) };
  const end = (action: () => void): void => {
    onEnd();
    action();
  };
  return (
    <Modal
      opened={question !== null}
      onClose={onEnd}
      title={question === null ? '' : titles[question.asks]}
      size="sm"
      closeButtonProps={{ 'aria-label': t.dismiss }}
      transitionProps={{ duration: 0 }}
    >
      {question?.asks === 'review' && (
        <ReviewForm
          first={one?.nextReviewAt ?? ''}
          onDay={(day) => end(() => actions.setReview(rows, day))}
          onLater={(days) => end(() => actions.reviewLater(rows, days))}
        />
      )}
      {question?.asks === 'priority' && (
        <PriorityForm
          first={one?.priority ?? 50}
          onPriority={(priority) => end(() => actions.setPriority(rows, priority))}
        />
      )}
      {question?.asks === 'close' && <CloseForm onClose={(reason) => end(() => actions.close(rows, reason))} />}
    </Modal>
  );
}

function ReviewForm({
  first,
  onDay,
  onLater,
}: {
  first: string;
  onDay: (day: string | null) => void;
  onLater: (days: number) => void;
}): ReactNode {
  const t = useMessages(sessionsMessages);
  const { today } = useConsoleState();
  const [day, setDay] = useState(first === '' ? daysAfter(today, 7) : first);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (day !== '') onDay(day);
      }}
    >
      <div className={styles.formFoot} style={{ justifyContent: 'flex-start' }}>
        {LATER.map((days, at) => (
          <Button key={days} variant="default" onClick={() => onLater(days)} data-autofocus={at === 0 || undefined}>
            {t.reviewLater(days)}
          </Button>
        ))}
        <Button variant="subtle" onClick={() => onDay(null)}>
          {t.reviewClear}
        </Button>
      </div>
      <div className={styles.formRow}>
        <DayField label={t.reviewDate} value={day} onDay={setDay} />
        <Button type="submit">{t.set}</Button>
      </div>
    </form>
  );
}

function PriorityForm({ first, onPriority }: { first: number; onPriority: (priority: number) => void }): ReactNode {
  const t = useMessages(sessionsMessages);
  const [priority, setPriority] = useState<number | string>(first);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (typeof priority === 'number') onPriority(priority);
      }}
    >
      <div className={styles.formRow}>
        <NumberInput
          label={t.priority}
          min={0}
          max={100}
          allowDecimal={false}
          value={priority}
          onChange={setPriority}
          data-autofocus
        />
        <Button type="submit">{t.set}</Button>
      </div>
    </form>
  );
}

function CloseForm({ onClose }: { onClose: (reason: string) => void }): ReactNode {
  const t = useMessages(sessionsMessages);
  const [reason, setReason] = useState('');
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onClose(reason.trim());
      }}
    >
      <Textarea
        label={t.reason}
        autosize
        minRows={1}
        maxRows={4}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          onClose(reason.trim());
        }}
        data-autofocus
      />
      <div className={styles.formFoot}>
        <Button type="submit">{t.close}</Button>
      </div>
    </form>
  );
}
