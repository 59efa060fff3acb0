import { Button, Textarea, TextInput } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { defineWords, useWords } from '../../words/words';
import styles from './editable-text.module.css';

const words = defineWords({
  zh: { save: '保存', cancel: '取消', edit: (what: string) => `编辑${what}`, empty: '未填' },
  en: { save: 'Save', cancel: 'Cancel', edit: (what) => `Edit: ${what}`, empty: 'empty' },
});

/** A text that is edited where it stands. ↵ saves (⌘↵ where it has lines), Esc leaves; what could not be saved stays typed. */
export function EditableText({
  label,
  text,
  lines = false,
  onSave,
}: {
  label: string;
  text: string;
  lines?: boolean;
  onSave: (text: string) => Promise<boolean>;
}): ReactNode {
  const say = useWords(words);
  const [typed, setTyped] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  if (typed === null) {
    return (
      <div className={styles.shown}>
        <span className={styles.label}>{label}</span>
        <span className={text === '' ? styles.empty : styles.text}>{text === '' ? say.empty : text}</span>
        <button
          type="button"
          className={styles.edit}
          aria-label={say.edit(label)}
          title={say.edit(label)}
          onClick={() => setTyped(text)}
        >
          <IconPencil size={14} aria-hidden="true" />
        </button>
      </div>
    );
  }
  const save = async (): Promise<void> => {
    if (saving) return;
    if (typed === text) return setTyped(null);
    setSaving(true);
    const wasDone = await onSave(typed);
    setSaving(false);
    if (wasDone) setTyped(null);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') setTyped(null);
    if (event.key === 'Enter' && (!lines || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void save();
    }
  };
  const field = { label, value: typed, autoFocus: true, onKeyDown };
  return (
    <div className={styles.editing}>
      {lines ? (
        <Textarea
          {...field}
          autosize
          minRows={2}
          maxRows={12}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      ) : (
        <TextInput {...field} onChange={(event) => setTyped(event.currentTarget.value)} />
      )}
      <div className={styles.deeds}>
        <Button loading={saving} onClick={() => void save()}>
          {say.save}
        </Button>
        <Button variant="default" onClick={() => setTyped(null)}>
          {say.cancel}
        </Button>
      </div>
    </div>
  );
}
