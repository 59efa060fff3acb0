import type { Schemas } from '../api/client';
import { defineMessages, useMessages } from '../i18n/messages';

export type Phase = NonNullable<Schemas['SessionResponse']['currentPrimaryPhase']>;

/** The six phases in the order in which a stock walks through them. */
export const PHASES: readonly Phase[] = [
  'unclassified',
  'transition',
  'accumulation',
  'markup',
  'distribution',
  'markdown',
];

/** One sign a phase, which stands wherever its hue does: hues alone do not tell everybody apart. */
export const PHASE_GLYPHS: Readonly<Record<Phase, string>> = {
  unclassified: '未',
  transition: '渡',
  accumulation: '吸',
  markup: '升',
  distribution: '派',
  markdown: '跌',
};

const messages = defineMessages({
  zh: {
    unclassified: '未分类',
    transition: '过渡',
    accumulation: '吸筹',
    markup: '拉升',
    distribution: '派发',
    markdown: '下跌',
  },
  en: {
    unclassified: 'Unclassified',
    transition: 'Transition',
    accumulation: 'Accumulation',
    markup: 'Markup',
    distribution: 'Distribution',
    markdown: 'Markdown',
  },
});

export function usePhaseNames(): Readonly<Record<Phase, string>> {
  return useMessages(messages);
}

export function isPhase(value: string | null): value is Phase {
  return PHASES.some((phase) => phase === value);
}
