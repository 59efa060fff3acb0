import type { ItemJudgement } from '../answer';
import { checklistFor } from './checklist';
import type { ChecklistItem } from './checklist-item';
import { type CompanyFacts, currentFacts } from './company-facts';

/** With fewer items decided by data, the stored score is left unchanged. */
export const MIN_AVAILABLE_ITEMS = 12;

export const DECIDED_BY = ['data', 'model', 'none'] as const;

export interface ScoredItem {
  key: string;
  label: string;
  points: 0 | 1;
  reason: string;
  /** `none`: neither data nor a model decided; no point. */
  decidedBy: (typeof DECIDED_BY)[number];
}

export interface FundamentalScore {
  /** 0 to 20: the sum of the items. */
  score: number;
  /** Items that data decided. */
  available: number;
  /** Items that a model decided, since data left them open. */
  judged: number;
  items: readonly ScoredItem[];
}

/** A question holds no more, whatever the checklist comes to declare: most of a score is never opinion. */
export const MAX_MODEL_ITEMS = 8;

/** The items for models: the qualitative ones that data leave open and that can be decided by what is known. */
export function selectModelItems(companyFacts: CompanyFacts): ChecklistItem[] {
  const facts = currentFacts(companyFacts);
  return checklistFor(facts)
    .filter((item) => item.decide(facts) === undefined && item.canModelDecide?.(facts) === true)
    .slice(0, MAX_MODEL_ITEMS);
}

/**
 * Scores a company. Data decide wherever there are any; a model's answer counts only for items of {@link selectModelItems},
 * and the sum is ours.
 * @param judged A model's answers to {@link selectModelItems}; others are ignored.
 */
export function scoreCompany(companyFacts: CompanyFacts, judged: readonly ItemJudgement[]): FundamentalScore {
  const facts = currentFacts(companyFacts);
  const modelItems = new Set(selectModelItems(facts).map(({ key }) => key));
  const items = checklistFor(facts).map((item): ScoredItem => {
    const { key, label } = item;
    const decision = item.decide(facts);
    if (decision !== undefined) {
      return { key, label, points: decision.point ? 1 : 0, reason: decision.reason, decidedBy: 'data' };
    }
    const modelItem = judged.find((candidate) => candidate.key === key && modelItems.has(key));
    if (modelItem !== undefined && modelItem.point !== null) {
      return { key, label, points: modelItem.point ? 1 : 0, reason: modelItem.reason, decidedBy: 'model' };
    }
    return { key, label, points: 0, reason: '没有数据', decidedBy: 'none' };
  });
  return {
    score: items.reduce((total, { points }) => total + points, 0),
    available: items.filter(({ decidedBy }) => decidedBy === 'data').length,
    judged: items.filter(({ decidedBy }) => decidedBy === 'model').length,
    items,
  };
}

/** The note that a session keeps with its score. */
export function scoreNote({ score, available, judged, items }: FundamentalScore): string {
  const earned = items.filter(({ points }) => points === 1).map(({ label }) => label);
  const missed = items
    .filter(({ points, decidedBy }) => points === 0 && decidedBy !== 'none')
    .map(({ label }) => label);
  const unknown = items.filter(({ decidedBy }) => decidedBy === 'none').map(({ label }) => label);
  return [
    `${score} / ${items.length} 分，${available} 项有数据，${judged} 项由模型判断`,
    ...(earned.length > 0 ? [`得分：${earned.join('、')}`] : []),
    ...(missed.length > 0 ? [`未得分：${missed.join('、')}`] : []),
    ...(unknown.length > 0 ? [`没有数据：${unknown.join('、')}`] : []),
  ].join('。');
}
