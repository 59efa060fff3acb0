import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useMessages } from '../../../i18n/messages';
import { EmptyNote } from '../../../parts/empty-note';
import { Panel } from '../../../parts/page';
import { type Language, usePreferences } from '../../../preferences/preferences';
import type { FormulaLanguage } from './formula-language';
import { formulaMessages } from './formula-messages';
import styles from './formulas.module.css';

type Example = FormulaLanguage['examples'][number];

/** Well-known formulas to start from. */
export function FormulaExamples({
  examples,
  onTake,
}: {
  examples: readonly Example[];
  onTake: (example: Example) => void;
}): ReactNode {
  const t = useMessages(formulaMessages);
  const { language } = usePreferences();
  return (
    <Panel title={t.examples}>
      <div className={styles.examples}>
        {examples.map((example) => (
          <Button key={example.id} variant="default" size="compact-xs" onClick={() => onTake(example)}>
            {example[language]}
          </Button>
        ))}
      </div>
    </Panel>
  );
}

interface Entry {
  readonly name: string;
  readonly usage: string;
  readonly meaning: string;
  readonly example: string | null;
}

/** Every function and field, how it is written and what it means; a click writes it at the caret. */
export function FormulaReference({
  functions,
  fields,
  onInsert,
}: Pick<FormulaLanguage, 'functions' | 'fields'> & { onInsert: (text: string) => void }): ReactNode {
  const t = useMessages(formulaMessages);
  const { language } = usePreferences();
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const shown = (entries: readonly Entry[]): readonly Entry[] =>
    entries.filter(({ usage, meaning }) => `${usage} ${meaning}`.toLowerCase().includes(wanted));
  const lists = [
    [
      t.functions,
      shown(
        functions.map((one) => ({
          ...{ name: one.name, usage: one.usage },
          ...{ meaning: one[language], example: one.exampleFormula },
        })),
      ),
    ],
    [
      t.fields,
      shown(
        fields.map((one) => ({
          ...{ name: one.name, usage: [one.name, ...aliasesIn(one, language)].join(' ') },
          ...{ meaning: one[language], example: null },
        })),
      ),
    ],
  ] as const;
  return (
    <Panel title={t.reference}>
      <TextInput
        type="search"
        aria-label={t.find}
        placeholder={t.findHint}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <div className={styles.reference} tabIndex={0} role="region" aria-label={t.reference}>
        {lists.every(([, entries]) => entries.length === 0) && <EmptyNote>{t.noneFound}</EmptyNote>}
        {lists.map(
          ([title, entries]) =>
            entries.length > 0 && (
              <section key={title}>
                <h3>{title}</h3>
                <ul>
                  {entries.map((entry) => (
                    <ReferenceEntry key={entry.name} entry={entry} onInsert={onInsert} />
                  ))}
                </ul>
              </section>
            ),
        )}
      </div>
    </Panel>
  );
}

/** Names in Chinese are for those who read it. */
function aliasesIn({ aliases }: FormulaLanguage['fields'][number], language: Language): string[] {
  return aliases.filter((alias) => language === 'zh' || !/\p{Script=Han}/u.test(alias));
}

function ReferenceEntry({ entry, onInsert }: { entry: Entry; onInsert: (text: string) => void }): ReactNode {
  const t = useMessages(formulaMessages);
  const { name, usage, meaning, example } = entry;
  return (
    <li>
      <button
        type="button"
        title={t.insert(name)}
        // The field keeps its caret.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onInsert(example === null ? name : usage)}
      >
        <code>{usage}</code>
      </button>
      <span>{meaning}</span>
      {example !== null && (
        <span className={styles.quiet}>
          {t.example} <code>{example}</code>
        </span>
      )}
    </li>
  );
}
