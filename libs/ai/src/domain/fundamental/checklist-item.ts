import type { CompanyFacts } from './company-facts';

/** The result of an item by the data: its point, or none, and the reason in Chinese with the values. */
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
  /** Its result may differ on a day on which no report became public or too old: it reads prices, events or the industry. */
  readsDay?: true;
  /** The result by the data; undefined if they are missing. */
  decide(facts: CompanyFacts): ItemDecision | undefined;
  /**
   * Only on qualitative items: whether the known facts are enough for a model that knows the industry to decide what data
   * leave open. An item without it depends on data alone; a model could answer it from memory only, so it is never requested.
   */
  canModelDecide?(facts: CompanyFacts): boolean;
}

/** A number in a reason: at most two decimals. */
export function shown(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** Yuan in a reason, in 亿. */
export function shownYi(yuan: number): string {
  return `${shown(yuan / 1e8)} 亿`;
}
