import { Kbd, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { useUser } from '../api/console-state';
import { type Shortcut, useShortcutLists, useShortcuts } from '../keys/shortcuts';
import { undoLatest } from '../parts/undo';
import { useWords } from '../words/words';
import styles from './frame.module.css';
import { SECTIONS } from './pages';
import { shellWords } from './shell-words';

/** The keys that work on every page, and the list of all keys behind `?`. */
export function GlobalShortcuts({ onSearch }: { onSearch: () => void }): ReactNode {
  const say = useWords(shellWords);
  const { role } = useUser();
  const [, navigate] = useLocation();
  const [listed, setListed] = useState(false);
  const sections: Shortcut[] = SECTIONS.filter(({ administrator }) => !administrator || role === 'admin').map(
    ({ name, path, key }) => ({ keys: [`g ${key}`], does: say.goTo(say[name]), run: () => navigate(path) }),
  );
  useShortcuts(say.everywhere, [
    { keys: ['?'], does: say.showShortcuts, run: () => setListed(true) },
    { keys: ['Mod+k', '/'], does: say.goSearch, run: onSearch, inFields: true },
    { keys: ['u'], does: say.undo, run: undoLatest },
    ...sections,
  ]);
  const lists = useShortcutLists();
  return (
    <Modal
      opened={listed}
      onClose={() => setListed(false)}
      title={say.shortcuts}
      closeButtonProps={{ 'aria-label': say.close }}
    >
      {lists.map(({ title, shortcuts }) => (
        <section key={title}>
          <strong>{title}</strong>
          <dl className={styles.keys}>
            {shortcuts.map(({ keys, does }) => (
              <div key={keys.join()} style={{ display: 'contents' }}>
                <dt>
                  {keys.map((key) => (
                    <Kbd key={key} mr={4}>
                      {key}
                    </Kbd>
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Modal>
  );
}
