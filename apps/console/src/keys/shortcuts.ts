import { useEffect, useRef, useSyncExternalStore } from 'react';

/** A key and what it does on the page that is open. */
export interface Shortcut {
  /**
   * As typed: `j`, `?`, `Enter`, `ArrowDown`, `Shift+ArrowDown`, `Mod+Enter` (Ctrl, or ⌘ on a Mac), `g t` (one after the
   * other). Several for one action.
   */
  readonly keys: readonly string[];
  /** What it does, in the chosen language, for the list behind `?`. */
  readonly does: string;
  /** @param key The one of `keys` that was pressed. */
  readonly run: (key: string) => void;
  /** How the list behind `?` writes keys that are many. */
  readonly listedAs?: string;
  /** Its `Mod+…` keys also work while somebody types into a field. */
  readonly inFields?: boolean;
}

export interface ShortcutList {
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
}

const NEXT_KEY_MS = 1200;

const open = new Map<symbol, ShortcutList>();
const listeners = new Set<() => void>();
let snapshot: readonly ShortcutList[] = [];

/** All shortcuts of what is on the screen. */
export function useShortcutLists(): readonly ShortcutList[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => snapshot,
  );
}

/** Keys that work while the component is shown; not while somebody types, nor while an input method composes Chinese. */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[], enabled = true): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  const shown = shortcuts.map(({ keys, does }) => `${keys.join(' ')} ${does}`).join('\n');
  useEffect(() => {
    if (!enabled) return;
    const id = Symbol(title);
    open.set(id, { title, shortcuts: latest.current });
    publish();
    return () => {
      open.delete(id);
      publish();
    };
  }, [title, shown, enabled]);
  useEffect(() => {
    if (!enabled) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.isComposing || event.defaultPrevented) return;
      const pressed = toChord(event);
      const pair = pairWith(pressed, event.timeStamp);
      const typing = isTyping(event.target);
      const found = latest.current.find(({ keys, inFields }) =>
        typing
          ? inFields === true && pressed.startsWith('Mod+') && keys.includes(pressed)
          : keys.includes(pair ?? pressed),
      );
      if (found === undefined) return;
      event.preventDefault();
      found.run(pressed);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [enabled]);
}

let before: { key: string; at: number; pair: string | undefined } | undefined;

/** The key with the one just before it; several listeners of one event get the same answer. */
function pairWith(key: string, at: number): string | undefined {
  if (before?.at === at) return before.pair;
  const pair = before !== undefined && at - before.at < NEXT_KEY_MS && before.key === 'g' ? `g ${key}` : undefined;
  before = { key, at, pair };
  return pair;
}

function publish(): void {
  snapshot = [...open.values()];
  for (const listener of listeners) listener();
}

/** `Shift` is named with keys that have no other sign with it: `Shift+ArrowDown`, but `?` and `#` by themselves. */
function toChord(event: KeyboardEvent): string {
  const modifiers = [event.ctrlKey || event.metaKey ? 'Mod' : '', event.altKey ? 'Alt' : ''];
  if (event.shiftKey && event.key.length > 1) modifiers.push('Shift');
  return [...modifiers.filter((name) => name !== ''), event.key].join('+');
}

/** Fields, and whatever floats above the page with keys of its own. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.closest(
      'input:not([type=checkbox]):not([type=radio]), textarea, select, [role=dialog], [role=listbox], [role=menu]',
    ) !== null
  );
}
