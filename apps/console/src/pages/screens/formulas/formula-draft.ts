import { changedFilters, readFilters, type ScreenFilters } from '../screen-filters';
import type { Screen } from '../screen-list';

/** A formula as it is being written. */
export interface FormulaDraft {
  readonly name: string;
  readonly description: string;
  readonly formula: string;
  /** Those that differ from the usual ones. */
  readonly filters: Partial<ScreenFilters>;
  /** The version that it was made from; 0: none. */
  readonly version: number;
}

export const EMPTY_DRAFT: FormulaDraft = { name: '', description: '', formula: '', filters: {}, version: 0 };

/** @param usual The filters of a screen that says nothing of them. */
export function draftOf(screen: Screen, usual: ScreenFilters): FormulaDraft {
  const { name, description, formula, filters, version } = screen;
  return {
    ...{ name, description: description ?? '', formula: formula ?? '', version },
    filters: changedFilters(readFilters(filters, usual), usual),
  };
}

/** What a request says of the draft. */
export function toBody({ name, description, formula, filters }: FormulaDraft): {
  name: string;
  description: string | null;
  formula: string;
  filters: Record<string, unknown>;
} {
  return {
    ...{ name: name.trim(), formula, filters: { ...filters } },
    description: description.trim() === '' ? null : description.trim(),
  };
}

/** In UTF-8, in which the server counts. */
export function countBytes(text: string): number {
  return new TextEncoder().encode(text).length;
}
