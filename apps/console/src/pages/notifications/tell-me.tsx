import { Button, Modal, Switch } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useMessages } from '../../i18n/messages';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { useNotices } from '../../parts/undo';
import styles from './notifications.module.css';
import { useRules } from './notification-queries';
import { RuleForm } from './rule-form';
import { eventTypeMessages, ruleMessages, tellMeMessages } from './rule-messages';
import { useRuleActions } from './rule-writes';
import { draftAbout, eventsOf, isAbout, type ToldThing } from './told-things';
import { useConditionWords } from './use-condition-words';

/** Opens what the user is told about a thing, on the page of the thing. */
export function TellMe({ thing }: { thing: ToldThing }): ReactNode {
  const t = useMessages(tellMeMessages);
  const [opened, setOpened] = useState(false);
  const name = useThingName()(thing);
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {t.tellMe}
      </Button>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={t.title(name)}
        closeButtonProps={{ 'aria-label': t.close }}
      >
        <TellMeDialog thing={thing} name={name} onLeave={() => setOpened(false)} />
      </Modal>
    </>
  );
}

function TellMeDialog({ thing, name, onLeave }: { thing: ToldThing; name: string; onLeave: () => void }): ReactNode {
  const t = useMessages(tellMeMessages);
  const notices = useNotices();
  return (
    <div className={styles.dialog}>
      <ExistingRules thing={thing} />
      <h2>{t.newRule}</h2>
      <RuleForm
        start={draftAbout(thing)}
        events={eventsOf(thing)}
        thing={name}
        submitLabel={t.add}
        onSaved={(rule) => {
          notices.done(t.added(rule.name));
          onLeave();
        }}
        onLeave={onLeave}
      />
    </div>
  );
}

/** The rules that tell of the thing already, each with its switch. */
function ExistingRules({ thing }: { thing: ToldThing }): ReactNode {
  const t = useMessages(tellMeMessages);
  const rulesText = useMessages(ruleMessages);
  const events = useMessages(eventTypeMessages);
  const words = useConditionWords();
  const { enable } = useRuleActions();
  const { data, error, refetch } = useRules();
  const rules = data?.filter((rule) => isAbout(rule, thing));
  return (
    <>
      <h2>{t.existing}</h2>
      {error !== null && <FailureNote error={error} onRetry={() => void refetch()} />}
      {rules === undefined && error === null && <Loading rows={1} />}
      {rules?.length === 0 && <p className={styles.quiet}>{t.noneExisting}</p>}
      {rules !== undefined && rules.length > 0 && (
        <ul className={styles.rules} aria-label={t.existing}>
          {rules.map((rule) => (
            <li key={rule.id}>
              <span className={rule.enabled ? undefined : styles.off}>
                {rule.name}
                <br />
                <small className={styles.quiet}>
                  {events[rule.event]} · {words(rule)}
                  {rule.channelIds.length === 0 && ` · ${rulesText.noChannel}`}
                </small>
              </span>
              <Switch
                aria-label={rulesText.switchOf(rule.name)}
                checked={rule.enabled}
                onChange={({ currentTarget: { checked } }) => enable(rule, checked)}
              />
            </li>
          ))}
        </ul>
      )}
      <Link href="/settings/notifications">{t.manage}</Link>
    </>
  );
}

function useThingName(): (thing: ToldThing) => string {
  const t = useMessages(tellMeMessages);
  return (thing) => {
    if (thing.kind === 'session') return `${thing.code} ${thing.name}`.trim();
    return thing.kind === 'screen' ? thing.name : t[thing.kind];
  };
}
