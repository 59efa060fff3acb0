import { Button, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useConsoleState } from '../../api/console-state';
import { useFormats } from '../../words/formats';
import { useWords } from '../../words/words';
import { todayWords } from './today-words';
import styles from './today.module.css';
import type { WorkRow } from './today-work';

/** The reason that the server itself writes when it closes by a rule. */
export function reasonOf({ rules }: WorkRow): string {
  return `auto: ${rules.map(({ rule }) => rule).join(', ')}`;
}

/** Which rules say that a session has run its course, and the choice between closing and keeping it. */
export function CloseForm({
  row,
  reason,
  onReason,
  onClose,
  onKeep,
}: {
  row: WorkRow;
  reason: string;
  onReason: (reason: string) => void;
  onClose: () => void;
  onKeep: () => void;
}): ReactNode {
  const say = useWords(todayWords);
  const formats = useFormats();
  const { today } = useConsoleState();
  return (
    <div className={styles.form}>
      <h3>{say.closeTitle}</h3>
      <ul className={styles.rules}>
        {row.rules.map(({ rule, detail, tradeDate }) => (
          <li key={rule}>
            <strong>{say[rule]}</strong> <span className="figure">{formats.day(tradeDate, today)}</span>{' '}
            {say[`${rule}_means`]}
            <br />
            <small>
              {say.serverSays}: <span lang="en">{detail}</span>
            </small>
          </li>
        ))}
      </ul>
      <div className={styles.formLine}>
        <TextInput
          className={styles.grows}
          label={say.reason}
          value={reason}
          maxLength={1000}
          onChange={({ currentTarget: { value } }) => onReason(value)}
        />
        <Button variant="default" onClick={onKeep}>
          {say.keep}
        </Button>
        <Button onClick={onClose}>{say.closeNow} ⌘↵</Button>
      </div>
    </div>
  );
}
