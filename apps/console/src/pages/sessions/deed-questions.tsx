import { Button, Modal, NumberInput, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useConsoleState } from '../../api/console-state';
import { DayField } from '../../parts/day-field';
import { useWords } from '../../words/words';
import { daysAfter } from './days';
import { type SessionDeeds, useRowsName } from './session-deeds';
import type { SessionRow } from './session-pages';
import { sessionsWords } from './sessions-words';
import styles from './sessions.module.css';

export interface DeedQuestion {
  readonly asks: 'review' | 'priority' | 'close';
  readonly rows: readonly SessionRow[];
}

const LATER = [7, 14, 30];

/** What a deed needs to know before it can be done: a day, a number, a reason. ↵ does it. */
export function DeedQuestions({
  question,
  onEnd,
  deeds,
}: {
  question: DeedQuestion | null;
  onEnd: () => void;
  deeds: SessionDeeds;
}): ReactNode {
  const say = useWords(sessionsWords);
  const rows = question?.rows ?? [];
  const [one] = rows;
  const what = useRowsName()(rows);
  const titles = { review: say.reviewOf(what), priority: `${say.setPriority} ${what}`, close: say.closeOf(what) };
  const end = (deed: () => void): void => {
    onEnd();
    deed();
  };
  return (
    <Modal
      opened={question !== null}
      onClose={onEnd}
      title={question === null ? '' : titles[question.asks]}
      size="sm"
      closeButtonProps={{ 'aria-label': say.dismiss }}
      transitionProps={{ duration: 0 }}
    >
      {question?.asks === 'review' && (
        <ReviewQuestion
          first={one?.nextReviewAt ?? ''}
          onDay={(day) => end(() => deeds.setReview(rows, day))}
          onLater={(days) => end(() => deeds.reviewLater(rows, days))}
        />
      )}
      {question?.asks === 'priority' && (
        <PriorityQuestion
          first={one?.priority ?? 50}
          onPriority={(priority) => end(() => deeds.setPriority(rows, priority))}
        />
      )}
      {question?.asks === 'close' && <CloseQuestion onClose={(reason) => end(() => deeds.close(rows, reason))} />}
    </Modal>
  );
}

function ReviewQuestion({
  first,
  onDay,
  onLater,
}: {
  first: string;
  onDay: (day: string | null) => void;
  onLater: (days: number) => void;
}): ReactNode {
  const say = useWords(sessionsWords);
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
            {say.reviewLater(days)}
          </Button>
        ))}
        <Button variant="subtle" onClick={() => onDay(null)}>
          {say.reviewClear}
        </Button>
      </div>
      <div className={styles.formRow}>
        <DayField label={say.reviewDate} value={day} onDay={setDay} />
        <Button type="submit">{say.set}</Button>
      </div>
    </form>
  );
}

function PriorityQuestion({ first, onPriority }: { first: number; onPriority: (priority: number) => void }): ReactNode {
  const say = useWords(sessionsWords);
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
          label={say.priority}
          min={0}
          max={100}
          allowDecimal={false}
          value={priority}
          onChange={setPriority}
          data-autofocus
        />
        <Button type="submit">{say.set}</Button>
      </div>
    </form>
  );
}

function CloseQuestion({ onClose }: { onClose: (reason: string) => void }): ReactNode {
  const say = useWords(sessionsWords);
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
        label={say.reason}
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
        <Button type="submit">{say.close}</Button>
      </div>
    </form>
  );
}
