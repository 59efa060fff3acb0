import { FINANCIAL_ITEMS } from './financial-items';
import { type CompanyFacts, toNumber } from './company-facts';
import type { ChecklistItem } from './checklist-item';
import { GENERAL_ITEMS } from './general-items';

/** Points that a company can have: one an item. */
export const CHECKLIST_SIZE = 20;

/** Keys of all items that a company may have: of the general ones first, then those of financial companies. */
export const CHECKLIST_KEYS: readonly string[] = [
  ...GENERAL_ITEMS.map(({ key }) => key),
  ...FINANCIAL_ITEMS.map(({ item }) => item.key),
];

/**
 * The twenty items for a company. Banks, insurers and brokers (`comp_type` 2 to 4) have no gross margin, stock of goods or
 * debt in the common sense, and get eight items of their own instead.
 */
export function checklistFor(facts: CompanyFacts): readonly ChecklistItem[] {
  if (!isFinancial(facts)) return GENERAL_ITEMS;
  return GENERAL_ITEMS.map((item) => FINANCIAL_ITEMS.find(({ replaces }) => replaces === item.key)?.item ?? item);
}

function isFinancial({ incomes, balanceSheets }: CompanyFacts): boolean {
  const report = incomes[0] ?? balanceSheets[0];
  const type = toNumber(report, 'comp_type') ?? Number(report?.fields['comp_type'] ?? 1);
  return type >= 2 && type <= 4;
}
