import { useEventName } from '../../api/vocabulary';
import { usePhaseNames } from '../../parts/phases';
import { useAlignNames, useSupplyDemandNames, useTagNames } from '../../parts/record-messages';
import { defineMessages, useMessages } from '../../i18n/messages';

const judgedMessages = defineMessages({
  zh: {
    supplyDemand: '供需',
    alignFlag: '与主阶段',
    primaryPhaseHint: '阶段',
    cycleSubTags: '标签',
    cycleEvents: '事件',
    evidenceNote: '证据',
  },
  en: {
    supplyDemand: 'Supply and demand',
    alignFlag: 'With the phase',
    primaryPhaseHint: 'Phase',
    cycleSubTags: 'Tags',
    cycleEvents: 'Events',
    evidenceNote: 'Evidence',
  },
});

/** How people call the fields of a judgement. */
export function useFieldNames(): Readonly<
  Record<'supplyDemand' | 'alignFlag' | 'primaryPhaseHint' | 'cycleSubTags' | 'cycleEvents' | 'evidenceNote', string>
> {
  return useMessages(judgedMessages);
}

/** Fields and their words by the names that records have on the session's page; what is not known stays as it is. */
export function useFieldText(): (name: string, value: string | readonly string[] | null) => string {
  const eventName = useEventName();
  const known: Readonly<Record<string, string>> = {
    ...usePhaseNames(),
    ...useSupplyDemandNames(),
    ...useAlignNames(),
    ...useTagNames(),
  };
  return (name, value) => {
    const messages = typeof value === 'string' ? [value] : (value ?? []);
    return messages
      .map((word) => (name === 'cycleEvents' ? `${word} ${eventName(word)}` : (known[word] ?? word)))
      .join(' · ');
  };
}
