import { Button, Modal, Switch } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useMessages } from '../../i18n/messages';
import { type Column, DenseTable } from '../../parts/dense-table';
import { EmptyNote } from '../../parts/empty-note';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { useNotices } from '../../parts/undo';
import type { Channel } from './channel-fields';
import styles from './notifications.module.css';
import { useChannels, useRules } from './notification-queries';
import { NEW_RULE, type Rule, RULE_EVENTS, toRuleDraft } from './rule-draft';
import { RuleForm } from './rule-form';
import { eventTypeMessages, ruleMessages } from './rule-messages';
import { useRuleActions } from './rule-writes';
import { useConditionWords } from './use-condition-words';

/** The user's rules: added, changed, switched and deleted. */
export function RulesPanel(): ReactNode {
  const t = useMessages(ruleMessages);
  const { data, error, refetch } = useRules();
  const [editing, setEditing] = useState<{ rule: Rule | undefined }>();
  const columns = useRuleColumns((rule) => setEditing({ rule }));
  return (
    <Panel
      title={t.rules}
      aside={
        data !== undefined && (
          <Button size="compact-sm" onClick={() => setEditing({ rule: undefined })}>
            {t.add}
          </Button>
        )
      }
    >
      <p className={`${styles.quiet} ${styles.above}`}>{t.means}</p>
      {error !== null && <FailureNote error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading />}
      {data?.length === 0 && <EmptyNote>{t.none}</EmptyNote>}
      {data !== undefined && data.length > 0 && (
        <DenseTable caption={t.rules} rows={data} rowKey={({ id }) => id} columns={columns} />
      )}
      {editing !== undefined && <RuleBox rule={editing.rule} onLeave={() => setEditing(undefined)} />}
    </Panel>
  );
}

function RuleBox({ rule, onLeave }: { rule: Rule | undefined; onLeave: () => void }): ReactNode {
  const t = useMessages(ruleMessages);
  const notices = useNotices();
  return (
    <Modal
      opened
      onClose={onLeave}
      title={rule === undefined ? t.add : t.changeOf(rule.name)}
      closeButtonProps={{ 'aria-label': t.close }}
    >
      <RuleForm
        id={rule?.id}
        start={rule === undefined ? NEW_RULE : toRuleDraft(rule)}
        events={RULE_EVENTS}
        submitLabel={t.save}
        onSaved={({ name }) => {
          notices.done(t.saved(name));
          onLeave();
        }}
        onLeave={onLeave}
      />
    </Modal>
  );
}

function useRuleColumns(onChange: (rule: Rule) => void): Column<Rule>[] {
  const t = useMessages(ruleMessages);
  const events = useMessages(eventTypeMessages);
  const words = useConditionWords();
  const { enable, remove } = useRuleActions();
  const { data: channels } = useChannels();
  return [
    { key: 'name', head: t.name, cell: (rule) => <div className={styles.message}>{rule.name}</div> },
    { key: 'event', head: t.event, cell: ({ event }) => events[event] },
    {
      key: 'condition',
      head: t.condition,
      wideOnly: true,
      cell: (rule) => <div className={styles.message}>{words(rule)}</div>,
    },
    { key: 'channels', head: t.channels, cell: (rule) => <RuleChannels rule={rule} channels={channels} /> },
    {
      key: 'quiet',
      head: t.quiet,
      wideOnly: true,
      cell: ({ quietHours }) => <span className="figure">{quietHours ?? t.noQuiet}</span>,
    },
    {
      key: 'enabled',
      head: t.enabled,
      cell: (rule) => (
        <Switch
          aria-label={t.switchOf(rule.name)}
          checked={rule.enabled}
          onChange={({ currentTarget: { checked } }) => enable(rule, checked)}
        />
      ),
    },
    {
      key: 'actions',
      head: '',
      cell: (rule) => (
        <div className={styles.actions}>
          <Button size="compact-xs" variant="default" aria-label={t.changeOf(rule.name)} onClick={() => onChange(rule)}>
            {t.change}
          </Button>
          <Button size="compact-xs" variant="default" aria-label={t.removeOf(rule.name)} onClick={() => remove(rule)}>
            {t.remove}
          </Button>
        </div>
      ),
    },
  ];
}

function RuleChannels({
  rule: { channelIds },
  channels,
}: {
  rule: Rule;
  channels: readonly Channel[] | undefined;
}): ReactNode {
  const t = useMessages(ruleMessages);
  if (channelIds.length === 0) return <span className={styles.caution}>{t.noChannel}</span>;
  return channelIds
    .flatMap((id) => channels?.find((channel) => channel.id === id) ?? [])
    .map(({ name, enabled }) => (enabled ? name : t.offChannel(name)))
    .join(' · ');
}
