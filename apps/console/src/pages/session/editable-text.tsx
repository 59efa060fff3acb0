import { Button, Textarea, TextInput } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useDraftState } from '../../drafts/draft-state';
import { SaveWait } from '../../live/save-wait';
import { useNotices } from '../../parts/undo';
import { defineMessages, useMessages } from '../../i18n/messages';
import styles from './editable-text.module.css';

const messages = defineMessages({
  zh: {
    save: '保存',
    cancel: '取消',
    discard: '放弃输入',
    discarded: (what: string) => `已放弃输入：${what}`,
    edit: (what: string) => `编辑${what}`,
    empty: '未填',
    changed: (now: string) => `您开始输入之后，存着的改成了：${now}`,
    takeStored: '改用现在存着的',
  },
  en: {
    save: 'Save',
    cancel: 'Cancel',
    discard: 'Discard',
    discarded: (what) => `Discarded what was typed: ${what}`,
    edit: (what) => `Edit: ${what}`,
    empty: 'empty',
    changed: (now) => `Changed since you began to type. Stored now: ${now}`,
    takeStored: 'Take what is stored',
  },
});

/** What was typed, and the stored text that it was made from. */
interface TextDraft {
  readonly typed: string;
  readonly madeFrom: string;
}

interface EditableTextProps {
  /** What is typed is kept under this name. */
  readonly name: string;
  readonly label: string;
  readonly text: string;
  readonly lines?: boolean;
  readonly onSave: (text: string) => Promise<boolean>;
}

/**
 * A text that is edited in its place. ↵ saves (⌘↵ if it has lines), Esc leaves. What was typed is kept until it is saved or
 * discarded; if the stored text has changed meanwhile, it says so.
 */
export function EditableText(props: EditableTextProps): ReactNode {
  const { label, text, lines = false } = props;
  const t = useMessages(messages);
  const editing = useTextEditing(props);
  if (!editing.active) return <ShownText label={label} text={text} onEdit={editing.open} />;
  const { draft, typed, saving, save, discard } = editing;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') discard();
    if (event.key === 'Enter' && (!lines || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void save();
    }
  };
  // A text that was kept is there at once, and takes no focus that somebody did not give it.
  const field = { label, value: typed, autoFocus: editing.opened, onKeyDown };
  return (
    <div className={styles.editing}>
      {!saving && editing.madeFrom !== text && (
        <p className={styles.changed} role="alert">
          ⚠ {t.changed(text === '' ? t.empty : text)}{' '}
          <Button variant="default" size="compact-xs" onClick={editing.leave}>
            {t.takeStored}
          </Button>
        </p>
      )}
      {lines ? (
        <Textarea
          {...field}
          autosize
          minRows={2}
          maxRows={12}
          onChange={(event) => editing.type(event.currentTarget.value)}
        />
      ) : (
        <TextInput {...field} onChange={(event) => editing.type(event.currentTarget.value)} />
      )}
      <div className={styles.actions}>
        <Button loading={saving} onClick={() => void save()}>
          {t.save}
        </Button>
        <Button variant="default" onClick={discard}>
          {draft === null ? t.cancel : t.discard}
        </Button>
        {saving && <SaveWait />}
      </div>
    </div>
  );
}

interface TextEditing {
  /** The field is shown: it was opened, or there is a draft. */
  readonly active: boolean;
  readonly opened: boolean;
  readonly saving: boolean;
  readonly draft: TextDraft | null;
  readonly typed: string;
  readonly madeFrom: string;
  readonly open: () => void;
  readonly type: (text: string) => void;
  readonly leave: () => void;
  /** Leaves, with an undo of what was typed. */
  readonly discard: () => void;
  readonly save: () => Promise<void>;
}

function useTextEditing({ name, label, text, onSave }: EditableTextProps): TextEditing {
  const t = useMessages(messages);
  const { done } = useNotices();
  const [draft, setDraft] = useDraftState<TextDraft | null>(name, null);
  const [opened, setOpened] = useState(false);
  const [saving, setSaving] = useState(false);
  const typed = draft?.typed ?? text;
  const madeFrom = draft?.madeFrom ?? text;
  const leave = (): void => {
    setDraft(null);
    setOpened(false);
  };
  return {
    active: draft !== null || opened,
    opened,
    saving,
    draft,
    typed,
    madeFrom,
    open: () => setOpened(true),
    type: (next) => {
      setOpened(true);
      setDraft(next === madeFrom && madeFrom === text ? null : { typed: next, madeFrom });
    },
    leave,
    discard: () => {
      leave();
      if (draft !== null) done(t.discarded(label), () => Promise.resolve(setDraft(draft)));
    },
    save: async () => {
      if (saving) return;
      if (typed === text) return leave();
      setSaving(true);
      const wasDone = await onSave(typed);
      setSaving(false);
      if (wasDone) leave();
    },
  };
}

function ShownText({ label, text, onEdit }: { label: string; text: string; onEdit: () => void }): ReactNode {
  const t = useMessages(messages);
  return (
    <div className={styles.shown}>
      <span className={styles.label}>{label}</span>
      <span className={text === '' ? styles.empty : styles.text}>{text === '' ? t.empty : text}</span>
      <button type="button" className={styles.edit} aria-label={t.edit(label)} title={t.edit(label)} onClick={onEdit}>
        <IconPencil size={14} aria-hidden="true" />
      </button>
    </div>
  );
}
