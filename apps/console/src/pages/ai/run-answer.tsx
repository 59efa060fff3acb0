import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { useEventName } from '../../api/vocabulary';
import { DenseTable } from '../../parts/dense-table';
import { EmptyNote } from '../../parts/empty-note';
import { usePhaseNames } from '../../parts/phases';
import { useAlignNames, useSupplyDemandNames, useTagNames } from '../../parts/record-words';
import { defineWords, useWords } from '../../words/words';
import styles from './ai.module.css';
import { checkedAnswer, type JudgedFields } from './checked-answer';
import { runWords } from './run-words';

const judgedWords = defineWords({
  zh: {
    supplyDemand: '供需',
    alignFlag: '与主阶段',
    primaryPhaseHint: '阶段',
    cycleSubTags: '标签',
    cycleEvents: '事件',
    evidenceNote: '证据',
  },
  en: {
    supplyDemand: 'Supply and demand',
    alignFlag: 'With the phase',
    primaryPhaseHint: 'Phase',
    cycleSubTags: 'Tags',
    cycleEvents: 'Events',
    evidenceNote: 'Evidence',
  },
});

/** What the checks let through of an answer, and what they dropped. */
export function RunAnswer({ run }: { run: Schemas['AiRunReply'] }): ReactNode {
  const words = useWords(runWords);
  const { outlook, judgements, items } = checkedAnswer(run.answer);
  const shown = useShownField();
  const fieldNames: Readonly<Record<string, string>> = useWords(judgedWords);
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

/** Fields and their words by the names that records have on the session's page; what is not known stays as it is. */
function useShownField(): (name: string, value: JudgedFields[number][1]) => string {
  const eventName = useEventName();
  const known: Readonly<Record<string, string>> = {
    ...usePhaseNames(),
    ...useSupplyDemandNames(),
    ...useAlignNames(),
    ...useTagNames(),
  };
  return (name, value) => {
    const words = typeof value === 'string' ? [value] : (value ?? []);
    return words
      .map((word) => (name === 'cycleEvents' ? `${word} ${eventName(word)}` : (known[word] ?? word)))
      .join(' · ');
  };
}
