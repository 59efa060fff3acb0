import { useEventName } from '../../api/vocabulary';
import { useMessages } from '../../i18n/messages';
import { usePhaseNames } from '../../parts/phases';
import { usePreferences } from '../../preferences/preferences';
import { nameOf } from '../screens/screen-list';
import { useScreens } from '../screens/screen-queries';
import { conditionMessages, measureMessages, scopeMessages } from './condition-messages';
import type { Rule } from './rule-draft';
import { conditionWords } from './rule-words';

/** The conditions of a rule in the chosen language; ids stand for names that are not there yet. */
export function useConditionWords(): (rule: Pick<Rule, 'event' | 'conditions'>) => string {
  const t = useMessages(conditionMessages);
  const scopes = useMessages(scopeMessages);
  const measures = useMessages(measureMessages);
  const phases = usePhaseNames();
  const event = useEventName();
  const { language } = usePreferences();
  const { data: screens } = useScreens();
  const screen = (id: string): string => {
    const found = screens?.find((one) => one.id === id);
    return found === undefined ? id : nameOf(found, language);
  };
  return (rule) => conditionWords(rule, { t, scopes, measures, phases, event, screen });
}
