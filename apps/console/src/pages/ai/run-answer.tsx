import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { DenseTable } from '../../parts/dense-table';
import { EmptyNote } from '../../parts/empty-note';
import { useWords } from '../../words/words';
import styles from './ai.module.css';
import { checkedAnswer } from './checked-answer';
import { runWords } from './run-words';
import { useFieldNames, useShownField } from './shown-field';

/** What the checks let through of an answer, and what they dropped. */
export function RunAnswer({ run }: { run: Schemas['AiRunResponse'] }): ReactNode {
  const words = useWords(runWords);
  const { outlook, judgements, items } = checkedAnswer(run.answer);
  const shown = useShownField();
  const fieldNames: Readonly<Record<string, string>> = useFieldNames();
  const nothing = outlook === null && judgements.length === 0 && items.length === 0;
  return (
    <div className={styles.stack}>
      {nothing && <EmptyNote>{words.noAnswer}</EmptyNote>}
      {outlook !== null && (
        <p className={styles.big}>
          {words.outlook} {outlook}
        </p>
      )}
      {judgements.length > 0 && (
        <DenseTable
          caption={words.judged}
          rows={judgements}
          rowKey={({ date }) => date}
          columns={[
            { key: 'day', head: words.day, figure: true, cell: ({ date }) => date },
            {
              key: 'fields',
              head: words.judged,
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
          caption={words.item}
          rows={items}
          rowKey={({ key }) => key}
          columns={[
            { key: 'item', head: words.item, cell: ({ key }) => <span className="code">{key}</span> },
            {
              key: 'point',
              head: words.point,
              cell: ({ point }) => (point === null ? words.undecided : point ? `✓ ${words.yes}` : words.no),
            },
            { key: 'reason', head: words.reason, cell: ({ reason }) => reason },
          ]}
        />
      )}
      {run.errors.length > 0 && (
        <>
          <h3 className={styles.subhead}>{words.faults}</h3>
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
