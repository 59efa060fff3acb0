import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, readData, type Schemas } from '../../api/client';
import { useMessages } from '../../i18n/messages';
import { useNotices } from '../../parts/undo';
import { RULES } from './notification-queries';
import type { Rule } from './rule-draft';
import { ruleMessages } from './rule-messages';

const create = (body: Schemas['CreateRuleBody']) => readData(api.POST('/api/notifications/rules', { body }));

const change = (id: number, body: Schemas['ChangeRuleBody']) =>
  readData(api.PATCH('/api/notifications/rules/{id}', { params: { path: { id } }, body }));

/** Saves a rule. @param id Of the one that is changed; undefined: a new one. */
export function useRuleSave(id: number | undefined, onSaved: (rule: Rule) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['CreateRuleBody']) => (id === undefined ? create(body) : change(id, body)),
    onSuccess: async ({ rule }) => {
      await queries.invalidateQueries({ queryKey: RULES });
      onSaved(rule);
    },
  });
}

export interface RuleActions {
  readonly enable: (rule: Rule, enabled: boolean) => void;
  /** The rule is all that there is of it: an undo adds it again. */
  readonly remove: (rule: Rule) => void;
}

export function useRuleActions(): RuleActions {
  const t = useMessages(ruleMessages);
  const notices = useNotices();
  const queries = useQueryClient();
  const again = (): Promise<void> => queries.invalidateQueries({ queryKey: RULES });
  return {
    enable: ({ id, name }, enabled) => {
      change(id, { enabled })
        .finally(again)
        .then(() => notices.done(enabled ? t.switchedOn(name) : t.switchedOff(name)), notices.failed);
    },
    remove: ({ id, name, event, conditions, channelIds, quietHours, enabled }) => {
      const body = { name, event, conditions, channel_ids: channelIds, quiet_hours: quietHours, enabled };
      readData(api.DELETE('/api/notifications/rules/{id}', { params: { path: { id } } }))
        .finally(again)
        .then(() => notices.done(t.removed(name), () => create(body).finally(again)), notices.failed);
    },
  };
}
