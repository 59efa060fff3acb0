import type { CompanyFacts } from './company-facts';

/** What the figures say of an item: its point, or none, and why in Chinese with the figures. */
export interface ItemDecision {
  point: boolean;
  reason: string;
}

/** One of the twenty questions. */
export interface ChecklistItem {
  key: string;
  /** In Chinese, as people read it. */
  label: string;
  /** When it gives its point, for people and models. */
  rule: string;
  /** The figures' answer; undefined if they are missing. */
  decide(facts: CompanyFacts): ItemDecision | undefined;
  /**
   * Only on qualitative items: whether the facts at hand let somebody who knows the industry judge what figures leave open.
   * An item without it is a matter of figures alone; a model could answer it from memory only, so it is never asked.
   */
  canModelDecide?(facts: CompanyFacts): boolean;
}

/** A figure in a reason: at most two decimals. */
export function shown(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** Yuan in a reason, in 亿. */
export function shownYi(yuan: number): string {
  return `${shown(yuan / 1e8)} 亿`;
}
