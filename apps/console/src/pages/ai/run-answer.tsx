import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { DenseTable } from '../../parts/dense-table';
import { EmptyNote } from '../../parts/empty-note';
import { useMessages } from '../../i18n/messages';
import styles from './ai.module.css';
import { checkedAnswer } from './checked-answer';
import { runMessages } from './run-messages';
import { useFieldNames, useFieldText } from './field-text';

/** What the checks let through of an answer, and what they dropped. */
export function RunAnswer({ run }: { run: Schemas['AiRunResponse'] }): ReactNode {
  const messages = useMessages(runMessages);
  const { outlook, judgements, items } = checkedAnswer(run.answer);
  const shown = useFieldText();
  const fieldNames: Readonly<Record<string, string>> = useFieldNames();
  const nothing = outlook === null && judgements.length === 0 && items.length === 0;
  return (
    <div className={styles.stack}>
      {nothing && <EmptyNote>{messages.noAnswer}</EmptyNote>}
      {outlook !== null && (
        <p className={styles.big}>
          {messages.outlook} {outlook}
        </p>
      )}
      {judgements.length > 0 && (
        <DenseTable
          caption={messages.judged}
          rows={judgements}
          rowKey={({ date }) => date}
          columns={[
            { key: 'day', head: messages.day, numeric: true, cell: ({ date }) => date },
            {
              key: 'fields',
              head: messages.judged,
              cell: ({ fields }) => (
                <div className={styles.facts}>
                  {fields.map(([name, value]) =>
                    value === null || value.length === 0 ? null : (
                      <span key={name}>
                        <span className={styles.aside}>{fieldNames[name] ?? name}</span> {shown(name, value)}
                      </span>
                    ),
                  )}
                </div>
              ),
            },
          ]}
        />
      )}
      {items.length > 0 && (
        <DenseTable
          caption={messages.item}
          rows={items}
          rowKey={({ key }) => key}
          columns={[
            { key: 'item', head: messages.item, cell: ({ key }) => <span className="code">{key}</span> },
            {
              key: 'point',
              head: messages.point,
              cell: ({ point }) => (point === null ? messages.undecided : point ? `✓ ${messages.yes}` : messages.no),
            },
            { key: 'reason', head: messages.reason, cell: ({ reason }) => reason },
          ]}
        />
      )}
      {run.errors.length > 0 && (
        <>
          <h3 className={styles.subhead}>{messages.faults}</h3>
          <ul className={styles.outcomes}>
            {run.errors.map(({ date, field, error }, index) => (
              <li key={index}>
                {[date, field].filter((part) => part !== null).join(' · ')} {error}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
