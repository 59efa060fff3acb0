import type { ReactNode } from 'react';
import { useEventName } from '../api/vocabulary';
import { usePhaseNames } from '../parts/phases';
import { useAlignNames, useSupplyDemandNames, useTagNames } from '../parts/record-messages';
import { NOTHING } from '../i18n/formats';
import type { JudgedField, JudgedValue } from './judged-fields';

/** One field of a record in the chosen language. */
export function RecordValue({ field, value }: { field: JudgedField; value: JudgedValue }): ReactNode {
  const sides: Readonly<Record<string, string>> = useSupplyDemandNames();
  const aligns: Readonly<Record<string, string>> = useAlignNames();
  const phases: Readonly<Record<string, string>> = usePhaseNames();
  const tags: Readonly<Record<string, string>> = useTagNames();
  const eventName = useEventName();
  if (value === null || value.length === 0) return NOTHING;
  if (field === 'evidenceNote') return value;
  const messages = typeof value === 'string' ? [value] : value;
  const getName = (word: string): string => {
    if (field === 'cycleEvents') return `${word} ${eventName(word)}`;
    if (field === 'cycleSubTags') return tags[word] ?? word;
    if (field === 'primaryPhaseHint') return phases[word] ?? word;
    return (field === 'supplyDemand' ? sides : aligns)[word] ?? word;
  };
  return messages.map(getName).join('、');
}
