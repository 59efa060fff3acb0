import { Button, Checkbox, Modal, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { api, readData } from '../../api/client';
import { useMessages } from '../../i18n/messages';
import { FailureNote } from '../../parts/failure-note';
import { useNotices } from '../../parts/undo';
import { type ChannelDraft, isFilledIn, toChangeBody, toChannelDraft, toCreateBody, withKind } from './channel-draft';
import { type Channel, CHANNEL_FIELDS, CHANNEL_KINDS, type ConfigField } from './channel-fields';
import { channelHintMessages, channelKindMessages, channelMessages, configMessages } from './channel-messages';
import styles from './notifications.module.css';
import { CHANNELS } from './notification-queries';

/** Adds a channel, or changes one; the kind of one that exists stays. */
export function ChannelForm({
  channel,
  onLeave,
  onSaved,
}: {
  /** The channel to change; undefined for a new one. */
  channel: Channel | undefined;
  onLeave: () => void;
  /** @param madeSecret The secret that was made for a webhook; null for none. */
  onSaved: (madeSecret: string | null) => void;
}): ReactNode {
  const t = useMessages(channelMessages);
  const hints = useMessages(channelHintMessages);
  const notices = useNotices();
  const queries = useQueryClient();
  const [draft, setDraft] = useState(() => toChannelDraft(channel));
  const save = useMutation({
    mutationFn: () => sendChannel(channel, draft),
    onSuccess: async (madeSecret) => {
      await queries.invalidateQueries({ queryKey: CHANNELS });
      notices.done(t.saved(draft.name.trim()));
      onSaved(madeSecret);
    },
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Modal
      opened
      onClose={onLeave}
      title={channel === undefined ? t.add : t.changeOf(channel.name)}
      closeButtonProps={{ 'aria-label': t.close }}
    >
      <form className={styles.form} onSubmit={submit} aria-label={t.channels}>
        <KindSelect draft={draft} onDraft={setDraft} isNew={channel === undefined} />
        <p className={styles.quiet}>{hints[draft.kind]}</p>
        <TextInput
          label={t.name}
          placeholder={t.nameHint}
          maxLength={60}
          autoComplete="off"
          value={draft.name}
          onChange={({ currentTarget: { value } }) => setDraft((before) => ({ ...before, name: value }))}
        />
        {CHANNEL_FIELDS[draft.kind].config.map((field) => (
          <ConfigInput
            key={`${draft.kind} ${field.name}`}
            field={field}
            draft={draft}
            stored={channel?.config?.[field.name]}
            isNew={channel === undefined}
            onValue={(value) =>
              setDraft((before) => ({ ...before, config: { ...before.config, [field.name]: value } }))
            }
          />
        ))}
        <EndpointInput draft={draft} onDraft={setDraft} />
        {save.isError && <FailureNote error={save.error} />}
        <div className={styles.actions}>
          <Button variant="default" onClick={onLeave}>
            {t.cancel}
          </Button>
          <Button type="submit" loading={save.isPending} disabled={!isFilledIn(draft)}>
            {t.save}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** @returns the secret that was made for a webhook; null for none. */
async function sendChannel(channel: Channel | undefined, draft: ChannelDraft): Promise<string | null> {
  if (channel === undefined) {
    return (await readData(api.POST('/api/notifications/channels', { body: toCreateBody(draft) }))).secret;
  }
  const params = { path: { id: channel.id } };
  await readData(api.PATCH('/api/notifications/channels/{id}', { params, body: toChangeBody(draft) }));
  return null;
}

interface DraftProps {
  readonly draft: ChannelDraft;
  readonly onDraft: (draft: ChannelDraft) => void;
}

function KindSelect({ draft, onDraft, isNew }: DraftProps & { isNew: boolean }): ReactNode {
  const t = useMessages(channelMessages);
  const kinds = useMessages(channelKindMessages);
  return (
    <NativeSelect
      label={t.kind}
      value={draft.kind}
      disabled={!isNew}
      data={CHANNEL_KINDS.map((value) => ({ value, label: kinds[value] }))}
      onChange={({ currentTarget: { value } }) =>
        onDraft(withKind(draft, CHANNEL_KINDS.find((kind) => kind === value) ?? draft.kind))
      }
    />
  );
}

function EndpointInput({ draft, onDraft }: DraftProps): ReactNode {
  const t = useMessages(channelMessages);
  const { endpoint } = CHANNEL_FIELDS[draft.kind];
  if (endpoint === 'none') return null;
  return (
    <TextInput
      label={endpoint === 'url' ? t.url : t.optional(t.origin)}
      placeholder={endpoint === 'url' ? 'https://example.com/hook' : 'https://push.example.com'}
      inputMode="url"
      autoComplete="off"
      value={draft.endpoint}
      onChange={({ currentTarget: { value } }) => onDraft({ ...draft, endpoint: value })}
    />
  );
}

function ConfigInput({
  field: { name, type, isOptional = false },
  draft,
  stored,
  isNew,
  onValue,
}: {
  field: ConfigField;
  draft: ChannelDraft;
  /** What the channel has; the mask of a secret. */
  stored: unknown;
  isNew: boolean;
  onValue: (value: string | boolean) => void;
}): ReactNode {
  const t = useMessages(channelMessages);
  const names = useMessages(configMessages);
  const value = draft.config[name];
  if (type === 'flag') {
    return (
      <Checkbox
        label={names[name]}
        checked={value === true}
        onChange={({ currentTarget: { checked } }) => onValue(checked)}
      />
    );
  }
  const label = isOptional ? t.optional(names[name]) : names[name];
  const text = {
    label,
    value: typeof value === 'string' ? value : '',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onValue(currentTarget.value),
  };
  if (type !== 'secret') {
    return <TextInput {...text} autoComplete="off" {...(type === 'number' ? { inputMode: 'numeric' as const } : {})} />;
  }
  const isKept = typeof stored === 'string' && stored !== '';
  const hint = draft.kind === 'webhook' && isNew ? t.secretMade : isKept ? (isOptional ? t.keptOptional : t.kept) : '';
  return (
    <PasswordInput
      {...text}
      description={hint}
      descriptionProps={{ fz: 'xs' }}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': t.showSecret(names[name]) }}
      // A mask is replaced as a whole.
      onFocus={({ currentTarget }) => currentTarget.select()}
    />
  );
}
