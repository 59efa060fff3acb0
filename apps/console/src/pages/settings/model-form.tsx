import { Button, Checkbox, Modal, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Dispatch, type ReactNode, type SetStateAction, type SubmitEvent, useState } from 'react';
import { api, readData, type Schemas } from '../../api/client';
import { FailureNote } from '../../parts/failure-note';
import { useNotices } from '../../parts/undo';
import { useMessages } from '../../i18n/messages';
import { toBody, toDraft, LIMITS, type ModelDraft, PRICES, withPreset } from './model-draft';
import { modelFieldMessages, modelMessages } from './model-messages';
import styles from './settings.module.css';

type Model = Schemas['ModelSetupResponse'];
type TextField = Exclude<keyof ModelDraft, 'stream' | 'enabled'>;

/** Sets a model up in the console, or changes it. The key itself is never asked for: only the name of its variable. */
export function ModelForm({
  model,
  presets,
  onLeave,
  onSaved,
}: {
  /** The model to change; undefined for a new one. */
  model: Model | undefined;
  presets: readonly Schemas['PresetResponse'][];
  onLeave: () => void;
  onSaved: (name: string) => void;
}): ReactNode {
  const t = useMessages(modelMessages);
  const notices = useNotices();
  const queries = useQueryClient();
  const [draft, setDraft] = useState(() => toDraft(model));
  const save = useMutation({
    mutationFn: () =>
      readData(
        api.PUT('/api/ai/models/{name}', { params: { path: { name: draft.name.trim() } }, body: toBody(draft) }),
      ),
    onSuccess: async ({ name }) => {
      await queries.invalidateQueries({ queryKey: ['model-setups'] });
      notices.done(t.saved(name));
      onSaved(name);
    },
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Modal
      opened
      size="lg"
      onClose={onLeave}
      title={model === undefined ? t.add : t.changeOf(model.name)}
      closeButtonProps={{ 'aria-label': t.close }}
    >
      <form className={styles.dialog} onSubmit={submit}>
        <ModelFields draft={draft} onDraft={setDraft} presets={presets} isNew={model === undefined} />
        {save.isError && <FailureNote error={save.error} />}
        <div className={styles.actions}>
          <Button variant="default" onClick={onLeave}>
            {t.cancel}
          </Button>
          <Button type="submit" loading={save.isPending} disabled={draft.name.trim() === ''}>
            {t.save}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function ModelFields({
  draft,
  onDraft,
  presets,
  isNew,
}: {
  draft: ModelDraft;
  onDraft: Dispatch<SetStateAction<ModelDraft>>;
  presets: readonly Schemas['PresetResponse'][];
  isNew: boolean;
}): ReactNode {
  const t = useMessages(modelMessages);
  const fieldNames = useMessages(modelFieldMessages);
  const preset = presets.find(({ name }) => name === draft.preset);
  const text = (field: TextField) => ({
    label: fieldNames[field],
    value: draft[field],
    autoComplete: 'off',
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      onDraft((before) => ({ ...before, [field]: value })),
  });
  const keyHint =
    preset?.apiKeyEnv === draft.apiKeyEnv
      ? `${t.keyHint} ${preset.hasKey ? t.keySetHere : t.keyMissingHere}`
      : t.keyHint;
  return (
    <>
      <div className={styles.line}>
        <NativeSelect
          label={fieldNames.preset}
          value={draft.preset}
          data={[{ value: '', label: t.noPreset }, ...presets.map(({ name }) => name)]}
          onChange={({ currentTarget: { value } }) =>
            onDraft((before) =>
              withPreset(
                before,
                presets.find(({ name }) => name === value),
              ),
            )
          }
        />
        <TextInput {...text('name')} disabled={!isNew} />
        <TextInput {...text('model')} placeholder={draft.name} />
      </div>
      <TextInput {...text('baseUrl')} placeholder="http://127.0.0.1:11434/v1" />
      <TextInput {...text('apiKeyEnv')} description={keyHint} descriptionProps={{ fz: 'xs' }} />
      <div className={styles.fields}>
        {PRICES.map((field) => (
          <TextInput key={field} {...text(field)} inputMode="decimal" />
        ))}
        {LIMITS.map((field) => (
          <TextInput key={field} {...text(field)} inputMode="decimal" />
        ))}
      </div>
      <Textarea {...text('extraBody')} placeholder='{"enable_thinking":false}' autosize minRows={1} />
      <div className={styles.line}>
        {(['stream', 'enabled'] as const).map((field) => (
          <Checkbox
            key={field}
            label={fieldNames[field]}
            checked={draft[field]}
            onChange={({ currentTarget: { checked } }) => onDraft((before) => ({ ...before, [field]: checked }))}
          />
        ))}
      </div>
    </>
  );
}
