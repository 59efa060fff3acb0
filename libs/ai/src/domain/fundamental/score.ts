import type { JudgedItem } from '../answer';
import { checklistFor } from './checklist';
import type { ChecklistItem } from './checklist-item';
import type { CompanyFacts } from './company-facts';

/** Fewer items that data decide say too little: the stored score is left as it was. */
export const MIN_AVAILABLE_ITEMS = 12;

export interface ScoredItem {
  key: string;
  label: string;
  points: 0 | 1;
  reason: string;
  /** `none`: neither figures nor a model could say; no point. */
  decidedBy: 'data' | 'model' | 'none';
}

export interface FundamentalScore {
  /** 0 to 20: the sum of the items. */
  score: number;
  /** Items that data decided. */
  available: number;
  /** Items that a model judged, since data left them open. */
  judged: number;
  items: readonly ScoredItem[];
}

/** The items that the figures leave open. */
export function openItems(facts: CompanyFacts): ChecklistItem[] {
  return checklistFor(facts).filter((item) => item.decide(facts) === undefined);
}

/**
 * Scores a company. Figures decide wherever there are any; a model's word counts only for the rest, and the sum is ours.
 * @param judged What a model said of open items; anything else in it is ignored.
 */
export function scoreCompany(facts: CompanyFacts, judged: readonly JudgedItem[]): FundamentalScore {
  const items = checklistFor(facts).map((item): ScoredItem => {
    const { key, label } = item;
    const decision = item.decide(facts);
    if (decision !== undefined) {
      return { key, label, points: decision.point ? 1 : 0, reason: decision.reason, decidedBy: 'data' };
    }
    const word = judged.find((candidate) => candidate.key === key);
    if (word !== undefined && word.point !== null) {
      return { key, label, points: word.point ? 1 : 0, reason: word.reason, decidedBy: 'model' };
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
