import { Injectable } from '@nestjs/common';
import type { CalendarDay } from '#lib/kernel';
import { compileFormula, describeProblem, type FormulaError } from '#lib/formulas';
import { DEFAULT_FILTERS, type ScreenFilters } from './domain/screen-filters';
import { ScreensService } from './screens.service';

/** Days over which the matches of a formula are counted. */
const RECENT_DAYS = 20;

/** What is to be said of a formula before it is saved. */
export interface FormulaCheck {
  readonly ok: boolean;
  readonly errors: readonly FormulaError[];
  readonly outputs: readonly { readonly name: string; readonly shown: true }[];
  /** Bars that a value of one day needs; null: all, or the formula has errors. */
  readonly needsBars: number | null;
  /** Values that a run computes or reads: what is written twice counts once. */
  readonly nodes: number;
  readonly recentMatches: readonly { readonly date: CalendarDay; readonly matched: number }[];
}

/** Checks formulas as a person writes them. */
@Injectable()
export class FormulasService {
  constructor(private readonly screens: ScreensService) {}

  /** @param language Of the messages. @throws AppError `run_too_long` (400), `bars_loading`, `screens_busy` (503). */
  async check(
    formula: string,
    filters: Partial<ScreenFilters>,
    { language, signal }: { language: 'zh' | 'en'; signal: AbortSignal },
  ): Promise<FormulaCheck> {
    const compiled = compileFormula(formula);
    if (!('program' in compiled)) {
      const errors = compiled.problems.map((problem) => describeProblem(problem, formula, language));
      return { ok: false, errors, outputs: [], needsBars: null, nodes: 0, recentMatches: [] };
    }
    const { outputs, needsBars, slots } = compiled.program;
    const recentMatches = await this.screens.recentMatches(
      formula,
      { bars: needsBars },
      { ...DEFAULT_FILTERS, ...filters },
      { count: RECENT_DAYS, signal },
    );
    return {
      ...{ ok: true, errors: [], needsBars, nodes: slots, recentMatches },
      outputs: outputs.map(({ name }) => ({ name, shown: true })),
    };
  }
}
