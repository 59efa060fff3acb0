import { Button, Switch } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, readData } from '../../api/client';
import { useMessages } from '../../i18n/messages';
import { type Column, DenseTable } from '../../parts/dense-table';
import { EmptyNote } from '../../parts/empty-note';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { useNotices } from '../../parts/undo';
import { usePreferences } from '../../preferences/preferences';
import type { Channel } from './channel-fields';
import { ChannelForm } from './channel-form';
import { channelKindMessages, channelMessages } from './channel-messages';
import styles from './notifications.module.css';
import { CHANNELS, DELIVERIES, RULES, useChannels } from './notification-queries';
import { QuestionBox } from './question-box';
import { SecretToKeep } from './secret-to-keep';
import { answerInWords } from './service-answers';

/** The user's channels: added, changed, tested, switched and deleted. */
export function ChannelsPanel(): ReactNode {
  const t = useMessages(channelMessages);
  const { data, error, refetch } = useChannels();
  const [editing, setEditing] = useState<{ channel: Channel | undefined }>();
  const [removing, setRemoving] = useState<Channel>();
  const [secret, setSecret] = useState<string>();
  const columns = useChannelColumns();
  const add = (
    <Button size="compact-sm" onClick={() => setEditing({ channel: undefined })}>
      {t.add}
    </Button>
  );
  return (
    <Panel title={t.channels} aside={data !== undefined && add}>
      <p className={`${styles.quiet} ${styles.above}`}>{t.means}</p>
      {error !== null && <FailureNote error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading />}
      {data?.length === 0 && <EmptyNote>{t.none}</EmptyNote>}
      {data !== undefined && data.length > 0 && (
        <DenseTable
          caption={t.channels}
          rows={data}
          rowKey={({ id }) => id}
          columns={[
            ...columns,
            {
              key: 'actions',
              head: '',
              cell: (channel) => (
                <Actions
                  channel={channel}
                  onChange={() => setEditing({ channel })}
                  onRemove={() => setRemoving(channel)}
                />
              ),
            },
          ]}
        />
      )}
      {editing !== undefined && (
        <ChannelForm
          channel={editing.channel}
          onLeave={() => setEditing(undefined)}
          onSaved={(madeSecret) => {
            setEditing(undefined);
            setSecret(madeSecret ?? undefined);
          }}
        />
      )}
      {removing !== undefined && <RemoveBox channel={removing} onLeave={() => setRemoving(undefined)} />}
      {secret !== undefined && (
        <SecretToKeep
          title={t.madeTitle}
          hint={t.madeHint}
          value={secret}
          words={t}
          onLeave={() => setSecret(undefined)}
        />
      )}
    </Panel>
  );
}

function useChannelColumns(): Column<Channel>[] {
  const t = useMessages(channelMessages);
  const kinds = useMessages(channelKindMessages);
  const { language } = usePreferences();
  return [
    { key: 'name', head: t.name, cell: ({ name }) => name },
    { key: 'kind', head: t.kind, cell: ({ kind }) => kinds[kind] },
    {
      key: 'state',
      head: t.state,
      cell: (channel) => (
        <div className={styles.answer}>
          <EnabledSwitch channel={channel} />
          {channel.disabledReason !== null && (
            <p className={styles.caution}>⚠ {t.offBy(answerInWords(channel.disabledReason, language))}</p>
          )}
          {channel.config === null && <p className={styles.caution}>⚠ {t.unreadable}</p>}
        </div>
      ),
    },
  ];
}

function EnabledSwitch({ channel: { id, name, enabled } }: { channel: Channel }): ReactNode {
  const t = useMessages(channelMessages);
  const notices = useNotices();
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (isOn: boolean) =>
      readData(api.PATCH('/api/notifications/channels/{id}', { params: { path: { id } }, body: { enabled: isOn } })),
    onSuccess: (_, isOn) => notices.done(isOn ? t.switchedOn(name) : t.switchedOff(name)),
    onError: notices.failed,
    onSettled: () => queries.invalidateQueries({ queryKey: CHANNELS }),
  });
  return (
    <Switch
      aria-label={t.switchOf(name)}
      label={enabled ? t.on : t.off}
      checked={enabled}
      disabled={change.isPending}
      onChange={({ currentTarget: { checked } }) => change.mutate(checked)}
    />
  );
}

function Actions({
  channel: { id, name },
  onChange,
  onRemove,
}: {
  channel: Channel;
  onChange: () => void;
  onRemove: () => void;
}): ReactNode {
  const t = useMessages(channelMessages);
  const { language } = usePreferences();
  const test = useMutation({
    mutationFn: () => readData(api.POST('/api/notifications/channels/{id}/test', { params: { path: { id } } })),
  });
  const answer = test.data === undefined ? '' : answerInWords(test.data.reason, language);
  return (
    <div className={styles.answer}>
      <div className={styles.buttons}>
        <Button
          size="compact-xs"
          variant="default"
          loading={test.isPending}
          aria-label={t.testOf(name)}
          onClick={() => test.mutate()}
        >
          {t.test}
        </Button>
        <Button size="compact-xs" variant="default" aria-label={t.changeOf(name)} onClick={onChange}>
          {t.change}
        </Button>
        <Button size="compact-xs" variant="default" aria-label={t.removeOf(name)} onClick={onRemove}>
          {t.remove}
        </Button>
      </div>
      <span role="status">
        {test.data !== undefined && (test.data.delivered ? t.delivered(answer) : t.notDelivered(answer))}
      </span>
      {test.isError && <FailureNote error={test.error} />}
    </div>
  );
}

/** A channel goes with its deliveries, and its secrets can't be read: nothing brings it back. */
function RemoveBox({ channel: { id, name }, onLeave }: { channel: Channel; onLeave: () => void }): ReactNode {
  const t = useMessages(channelMessages);
  const notices = useNotices();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => readData(api.DELETE('/api/notifications/channels/{id}', { params: { path: { id } } })),
    onSuccess: async () => {
      await Promise.all([CHANNELS, RULES, DELIVERIES].map((queryKey) => queries.invalidateQueries({ queryKey })));
      notices.done(t.removed(name));
      onLeave();
    },
  });
  return (
    <QuestionBox
      words={t}
      title={t.removeTitle}
      warning={t.removeWarns(name)}
      label={t.remove}
      isPending={remove.isPending}
      onLeave={onLeave}
      onConfirm={() => remove.mutate()}
    >
      {remove.isError && <FailureNote error={remove.error} />}
    </QuestionBox>
  );
}
