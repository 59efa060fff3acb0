import type { PrimaryPhase } from './vocabulary';

/** Phases in the words of messages and calendars. */
export const PHASE_NAMES: Readonly<Record<PrimaryPhase, string>> = {
  unclassified: '未分类',
  transition: '过渡',
  accumulation: '吸筹',
  markup: '拉升',
  distribution: '派发',
  markdown: '下跌',
};
