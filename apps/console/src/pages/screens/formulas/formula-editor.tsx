import { Textarea, TextInput } from '@mantine/core';
import { type ReactNode, type RefObject, useId, useRef } from 'react';
import { useFormats } from '../../../i18n/formats';
import { useMessages } from '../../../i18n/messages';
import { Panel } from '../../../parts/page';
import { useNotices } from '../../../parts/undo';
import { usePreferences } from '../../../preferences/preferences';
import { FilterForm } from '../filter-form';
import { changedFilters, readFilters } from '../screen-filters';
import { CheckResult } from './check-result';
import type { EditorProps } from './editor-props';
import { type CheckState, useFormulaCheck } from './formula-check';
import { countBytes, type FormulaDraft } from './formula-draft';
import type { FormulaLanguage } from './formula-language';
import { formulaMessages } from './formula-messages';
import { FormulaExamples, FormulaReference } from './formula-reference';
import { FormulaText } from './formula-text';
import { FormulaVersions } from './formula-versions';
import { insertText } from './insert-text';
import { SaveFormula } from './save-formula';
import styles from './formulas.module.css';

const LONGEST_NAME = 40;
const LONGEST_DESCRIPTION = 500;

/** A formula with its name, what the server says of it, and what it may use. */
export function FormulaEditor(props: EditorProps): ReactNode {
  const { language, screen, usual, draft, onDraft } = props;
  const t = useMessages(formulaMessages);
  const words = usePreferences().language;
  const notices = useNotices();
  const field = useRef<HTMLTextAreaElement>(null);
  const tooLong = countBytes(draft.formula) > language.longestFormula;
  const state = useFormulaCheck(draft.formula, draft.filters, !tooLong);
  const takeExample = (example: FormulaLanguage['examples'][number]): void => {
    const before = draft;
    const formula = words === 'zh' ? example.formula : example.formulaEn;
    onDraft({ ...draft, formula, name: draft.name === '' ? example[words] : draft.name });
    if (before.formula.trim() === '') return;
    notices.done(t.tookExample(example[words]), () => Promise.resolve(onDraft(before)));
  };
  const restore = (version: Pick<FormulaDraft, 'formula' | 'filters'>, number: number): void => {
    const before = draft;
    onDraft({ ...draft, ...version });
    notices.done(t.restored(number), () => Promise.resolve(onDraft(before)));
  };
  const insert = (text: string): void => {
    const { current } = field;
    if (current === null) return;
    insertText(current, text, { from: current.selectionStart, to: current.selectionEnd });
  };
  return (
    <div className={styles.layout}>
      <div className={styles.main}>
        <Panel>
          <Fields {...props} field={field} state={state} tooLong={tooLong} />
        </Panel>
      </div>
      <div className={styles.side}>
        {screen !== undefined && screen.version > 1 && (
          <FormulaVersions screen={screen} usual={usual} onRestore={restore} />
        )}
        <FormulaExamples examples={language.examples} onTake={takeExample} />
        <FormulaReference functions={language.functions} fields={language.fields} onInsert={insert} />
      </div>
    </div>
  );
}

interface FieldsProps extends EditorProps {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly state: CheckState;
  readonly tooLong: boolean;
}

function Fields(props: FieldsProps): ReactNode {
  const { language, screen, usual, draft, isWriter, field, state, tooLong, onDraft } = props;
  const t = useMessages(formulaMessages);
  const formats = useFormats();
  const hint = useId();
  const change = (part: Partial<FormulaDraft>): void => onDraft({ ...draft, ...part });
  const [bytes, most] = [countBytes(draft.formula), language.longestFormula].map((count) => formats.count(count));
  const { check, isCurrent } = state;
  return (
    <div className={styles.fields}>
      {!isWriter && <p className={styles.caution}>{t.ofSomebody}</p>}
      {screen !== undefined && draft.version !== screen.version && (
        <p className={styles.caution}>{t.changedSince(draft.version)}</p>
      )}
      <TextInput
        label={t.name}
        placeholder={t.nameHint}
        maxLength={LONGEST_NAME}
        value={draft.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <Textarea
        label={t.description}
        autosize
        minRows={1}
        maxRows={6}
        maxLength={LONGEST_DESCRIPTION}
        value={draft.description}
        onChange={({ currentTarget }) => change({ description: currentTarget.value })}
      />
      <div>
        <FormulaText
          field={field}
          value={draft.formula}
          errors={isCurrent && check !== undefined ? check.errors : []}
          language={language}
          describedBy={hint}
          onChange={(formula) => change({ formula })}
        />
        <p id={hint} className={styles.hint}>
          <span>{t.textHint}</span>
          <span className="figure">{t.bytes(bytes ?? '', most ?? '')}</span>
        </p>
        {tooLong && (
          <p className={styles.wrong} role="alert">
            {t.tooLong(most ?? '')}
          </p>
        )}
      </div>
      <CheckResult state={state} isEmpty={draft.formula.trim() === ''} field={field} text={draft.formula} />
      <FilterForm
        filters={readFilters({ ...draft.filters }, usual)}
        usual={usual}
        onChange={(next) => change({ filters: changedFilters(next, usual) })}
      />
      <SaveFormula {...props} isRefused={tooLong || (isCurrent && check?.ok === false)} />
    </div>
  );
}
