import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { defineMessages, useMessages } from '../i18n/messages';
import styles from './record-conflict.module.css';
import { JUDGED_FIELDS, type JudgedField, type JudgedValue, isSameValue } from './judged-fields';
import { RecordValue } from './record-value';

const messages = defineMessages({
  zh: {
    changed: '您打开之后，有人改了这条记录。您输入的还在下面，尚未保存。',
    removed: '您打开之后，有人删除了这条记录。您输入的还在下面；保存会新建一条。',
    field: '字段',
    theirs: '现在存着的',
    mine: '您的',
    untouched: '您没有改',
    keepMine: '保留我的改动',
    takeTheirs: '改用现在存着的',
    supplyDemand: '供需',
    alignFlag: '与主阶段',
    primaryPhaseHint: '阶段提示',
    cycleSubTags: '标签',
    cycleEvents: '事件',
    evidenceNote: '证据',
  },
  en: {
    changed: 'Somebody changed this record since you opened it. What you typed is below and not saved yet.',
    removed: 'Somebody deleted this record since you opened it. What you typed is below; saving creates a new one.',
    field: 'Field',
    theirs: 'Stored now',
    mine: 'Yours',
    untouched: 'not changed by you',
    keepMine: 'Keep my changes',
    takeTheirs: 'Take what is stored',
    supplyDemand: 'Supply / demand',
    alignFlag: 'With the phase',
    primaryPhaseHint: 'Phase hint',
    cycleSubTags: 'Tags',
    cycleEvents: 'Events',
    evidenceNote: 'Evidence',
  },
});

export type JudgedFields = Readonly<Record<JudgedField, JudgedValue>>;

/**
 * Says that a record was changed behind an open form, field by field: what is stored now next to what was typed. The two ways
 * on are the person's choice.
 */
export function RecordConflict({
  opened,
  stored,
  typed,
  onKeepMine,
  onTakeTheirs,
}: {
  /** As the record was when the form was opened. */
  opened: JudgedFields;
  /** As it is now; null if it was deleted. */
  stored: JudgedFields | null;
  typed: Partial<JudgedFields>;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}): ReactNode {
  const t = useMessages(messages);
  if (stored === null) {
    return (
      <p className={styles.conflict} role="alert">
        ⚠ {t.removed}
      </p>
    );
  }
  const isMine = (field: JudgedField): boolean => {
    const value = typed[field];
    return value !== undefined && !isSameValue(value, opened[field]);
  };
  const differing = JUDGED_FIELDS.filter((field) => !isSameValue(stored[field], typed[field] ?? opened[field]));
  return (
    <div className={styles.conflict} role="alert">
      <p>⚠ {t.changed}</p>
      {differing.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{t.field}</th>
              <th scope="col">{t.theirs}</th>
              <th scope="col">{t.mine}</th>
            </tr>
          </thead>
          <tbody>
            {differing.map((field) => (
              <tr key={field}>
                <th scope="row">{t[field]}</th>
                <td>
                  <RecordValue field={field} value={stored[field]} />
                </td>
                <td>
                  {isMine(field) ? (
                    <RecordValue field={field} value={typed[field] ?? null} />
                  ) : (
                    <span className={styles.quiet}>{t.untouched}</span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={styles.choices}>
        <Button variant="default" size="compact-xs" onClick={onKeepMine}>
          {t.keepMine}
        </Button>
        <Button variant="default" size="compact-xs" onClick={onTakeTheirs}>
          {t.takeTheirs}
        </Button>
      </div>
    </div>
  );
}
