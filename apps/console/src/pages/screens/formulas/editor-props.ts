import type { ScreenFilters } from '../screen-filters';
import type { Screen } from '../screen-list';
import type { FormulaDraft } from './formula-draft';
import type { FormulaLanguage } from './formula-language';

/** What the editor of a formula and its parts are given. */
export interface EditorProps {
  readonly language: FormulaLanguage;
  /** Undefined: a new one. */
  readonly screen: Screen | undefined;
  readonly usual: ScreenFilters;
  readonly draft: FormulaDraft;
  readonly isChanged: boolean;
  /** Whether the user may change the screen; else saving makes another one. */
  readonly isWriter: boolean;
  readonly onDraft: (draft: FormulaDraft) => void;
  readonly onDiscard: () => void;
}
