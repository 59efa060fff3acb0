import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { Link } from 'wouter';
import { useMessages } from '../../i18n/messages';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import type { Channel } from './channel-fields';
import styles from './notifications.module.css';
import { useChannels } from './notification-queries';
import { isComplete, type Rule, type RuleDraft, type RuleEvent, toConditions, toRuleBody } from './rule-draft';
import { ConditionFields, QuietFields } from './rule-fields';
import { eventHintMessages, eventTypeMessages, ruleMessages } from './rule-messages';
import { useRuleSave } from './rule-writes';
import { useConditionWords } from './use-condition-words';

/** The form of a rule, new or to be changed. */
export function RuleForm({
  id,
  start,
  events,
  thing,
  submitLabel,
  onSaved,
  onLeave,
}: {
  /** Of the rule that is changed; undefined: a new one. */
  id?: number | undefined;
  start: RuleDraft;
  /** What may be told of. */
  events: readonly RuleEvent[];
  /** What the rule is about, if its page asks nothing of that; the name of the rule begins with it. */
  thing?: string | undefined;
  submitLabel: string;
  onSaved: (rule: Rule) => void;
  onLeave: () => void;
}): ReactNode {
  const t = useMessages(ruleMessages);
  const eventNames = useMessages(eventTypeMessages);
  const hints = useMessages(eventHintMessages);
  const words = useConditionWords();
  const [draft, setDraft] = useState(start);
  const { data: channels } = useChannels();
  const [chosen, setChosen] = useState(id === undefined ? undefined : start.channelIds);
  const channelIds = chosen ?? findUsualChannels(channels ?? []);
  const save = useRuleSave(id, onSaved);
  const change = (changes: Partial<RuleDraft>): void => setDraft((before) => ({ ...before, ...changes }));
  const told = eventNames[draft.event];
  const name =
    thing === undefined
      ? isComplete(draft)
        ? `${told} · ${words({ event: draft.event, conditions: toConditions(draft) })}`
        : told
      : `${thing} · ${told}`;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    // In React's tree the form of the page may be around this one.
    event.stopPropagation();
    save.mutate(toRuleBody({ ...draft, channelIds }, name));
  };
  return (
    <form className={styles.form} onSubmit={submit} aria-label={submitLabel}>
      {events.length > 1 && (
        <NativeSelect
          label={t.what}
          value={draft.event}
          data={events.map((value) => ({ value, label: eventNames[value] }))}
          onChange={({ currentTarget: { value } }) =>
            change({ event: events.find((event) => event === value) ?? draft.event, at: '' })
          }
        />
      )}
      <p className={styles.quiet}>{hints[draft.event]}</p>
      <ConditionFields draft={draft} onChange={change} isThingGiven={thing !== undefined} />
      <ChannelChoice chosen={channelIds} onChosen={setChosen} />
      <QuietFields quiet={draft.quiet} onQuiet={(quiet) => change({ quiet })} />
      <TextInput
        label={t.name}
        placeholder={t.nameHint(name)}
        maxLength={60}
        autoComplete="off"
        value={draft.name}
        onChange={({ currentTarget: { value } }) => change({ name: value })}
      />
      {save.isError && <FailureNote error={save.error} />}
      <div className={styles.actions}>
        <Button variant="default" onClick={onLeave}>
          {t.cancel}
        </Button>
        <Button type="submit" loading={save.isPending} disabled={!isComplete(draft)}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}

/** A new rule goes to the only channel that is on. */
function findUsualChannels(channels: readonly Channel[]): readonly number[] {
  const ids = channels.filter(({ enabled }) => enabled).map(({ id }) => id);
  return ids.length === 1 ? ids : [];
}

/** The user's channels; without one, where to add it. */
function ChannelChoice({
  chosen,
  onChosen,
}: {
  chosen: readonly number[];
  onChosen: (ids: readonly number[]) => void;
}): ReactNode {
  const t = useMessages(ruleMessages);
  const { data: channels, error, refetch } = useChannels();
  if (error !== null) return <FailureNote error={error} onRetry={() => void refetch()} />;
  if (channels === undefined) return <Loading rows={1} />;
  if (channels.length === 0) {
    return (
      <p className={styles.caution}>
        {t.noChannels} <Link href="/settings/notifications">{t.addChannel}</Link>
      </p>
    );
  }
  return (
    <Checkbox.Group
      label={t.toChannels}
      value={chosen.map(String)}
      onChange={(ids) => onChosen(channels.map(({ id }) => id).filter((id) => ids.includes(String(id))))}
    >
      <div className={styles.choices}>
        {channels.map(({ id, name, enabled }) => (
          <Checkbox key={id} value={String(id)} label={enabled ? name : t.offChannel(name)} />
        ))}
      </div>
      {chosen.length === 0 && <p className={styles.caution}>{t.chooseChannel}</p>}
    </Checkbox.Group>
  );
}
