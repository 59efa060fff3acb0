import { Kbd, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { useUser } from '../api/console-state';
import { type Shortcut, useShortcutLists, useShortcuts } from '../keys/shortcuts';
import { undoLatest } from '../parts/undo';
import { useMessages } from '../i18n/messages';
import styles from './frame.module.css';
import { SECTIONS } from './pages';
import { shellMessages } from './shell-messages';

const DIGITS = [...'0123456789'];

/** The keys that work on every page, and the list of all keys behind `?`. @param onSearch Takes what has been typed so far. */
export function GlobalShortcuts({ onSearch }: { onSearch: (typed: string) => void }): ReactNode {
  const t = useMessages(shellMessages);
  const { role } = useUser();
  const [, navigate] = useLocation();
  const [listed, setListed] = useState(false);
  const sections: Shortcut[] = SECTIONS.filter(({ administrator }) => !administrator || role === 'admin').map(
    ({ name, path, key }) => ({ keys: [`g ${key}`], does: t.goTo(t[name]), run: () => navigate(path) }),
  );
  useShortcuts(t.everywhere, [
    { keys: ['?'], does: t.showShortcuts, run: () => setListed(true) },
    { keys: ['Mod+k', '/'], does: t.goSearch, run: () => onSearch(''), inFields: true },
    // As in every terminal of the market: a code is typed anywhere.
    { keys: DIGITS, listedAs: '0 – 9', does: t.typeCode, run: onSearch },
    { keys: ['u'], does: t.undo, run: undoLatest },
    ...sections,
  ]);
  const lists = useShortcutLists();
  return (
    <Modal
      opened={listed}
      onClose={() => setListed(false)}
      title={t.shortcuts}
      closeButtonProps={{ 'aria-label': t.close }}
    >
      {lists.map(({ title, shortcuts }) => (
        <section key={title}>
          <strong>{title}</strong>
          <dl className={styles.keys}>
            {shortcuts.map(({ keys, does, listedAs }) => (
              <div key={keys.join()} style={{ display: 'contents' }}>
                <dt>
                  {(listedAs === undefined ? keys : [listedAs]).map((key) => (
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
