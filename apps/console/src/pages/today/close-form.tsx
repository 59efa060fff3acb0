import { Button, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useConsoleState } from '../../api/console-state';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { todayMessages } from './today-messages';
import styles from './today.module.css';
import type { WorkRow } from './today-work';

/** The reason that the server itself writes when it closes by a rule. */
export function toReason({ rules }: WorkRow): string {
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
  const t = useMessages(todayMessages);
  const formats = useFormats();
  const { today } = useConsoleState();
  return (
    <div className={styles.form}>
      <h3>{t.closeTitle}</h3>
      <ul className={styles.rules}>
        {row.rules.map(({ rule, detail, tradeDate }) => (
          <li key={rule}>
            <strong>{t[rule]}</strong> <span className="figure">{formats.day(tradeDate, today)}</span>{' '}
            {t[`${rule}_means`]}
            <br />
            <small>
              {t.serverSays}: <span lang="en">{detail}</span>
            </small>
          </li>
        ))}
      </ul>
      <div className={styles.formLine}>
        <TextInput
          className={styles.grows}
          label={t.reason}
          value={reason}
          maxLength={1000}
          onChange={({ currentTarget: { value } }) => onReason(value)}
        />
        <Button variant="default" onClick={onKeep}>
          {t.keep}
        </Button>
        <Button onClick={onClose}>{t.closeNow} ⌘↵</Button>
      </div>
    </div>
  );
}
