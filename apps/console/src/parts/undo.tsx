import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useFailureSentence } from './failure-note';
import { defineMessages, useMessages } from '../i18n/messages';

const messages = defineMessages({
  zh: { undo: '撤销', undone: '已撤销', failed: '未能完成', close: '关闭' },
  en: { undo: 'Undo', undone: 'Undone', failed: 'That was not done', close: 'Close' },
});

const UNDO_MS = 8000;

export interface Notices {
  /** Says what was done; with `undo` it can be taken back for eight seconds. */
  readonly done: (sentence: string, undo?: () => Promise<unknown>) => void;
  /** Says what was not done, and why. */
  readonly failed: (error: unknown) => void;
  /** Says what was not done with a way to do it after all; stays until it is closed. */
  readonly offer: (sentence: string, label: string, act: () => Promise<unknown>) => void;
}

let latestUndo: (() => void) | undefined;

/** Undoes the last action that still can be undone; what the key `u` does. */
export function undoLatest(): void {
  latestUndo?.();
}

export function useNotices(): Notices {
  const t = useMessages(messages);
  const sentenceOf = useFailureSentence();
  const closeButtonProps = { 'aria-label': t.close };
  const failed = (error: unknown): void => {
    notifications.show({ title: t.failed, message: sentenceOf(error), autoClose: UNDO_MS, closeButtonProps });
  };
  const done = (sentence: string, undo?: () => Promise<unknown>): void => {
    if (undo === undefined) {
      notifications.show({ message: sentence, closeButtonProps });
      return;
    }
    const takeBack = (): void => {
      notifications.hide(id);
      latestUndo = undefined;
      undo().then(() => notifications.show({ message: t.undone, closeButtonProps }), failed);
    };
    latestUndo = takeBack;
    const id = notifications.show({
      autoClose: UNDO_MS,
      closeButtonProps,
      message: (
        <Group justify="space-between" wrap="nowrap">
          <span>{sentence}</span>
          <Button variant="subtle" onClick={takeBack}>
            {t.undo}
          </Button>
        </Group>
      ),
      onClose: () => {
        if (latestUndo === takeBack) latestUndo = undefined;
      },
    });
  };
  const offer = (sentence: string, label: string, act: () => Promise<unknown>): void => {
    const id = notifications.show({
      autoClose: false,
      closeButtonProps,
      message: (
        <Group justify="space-between" wrap="nowrap">
          <span>{sentence}</span>
          <Button
            variant="subtle"
            onClick={() => {
              notifications.hide(id);
              act().catch(failed);
            }}
          >
            {label}
          </Button>
        </Group>
      ),
    });
  };
  return { done, failed, offer };
}
