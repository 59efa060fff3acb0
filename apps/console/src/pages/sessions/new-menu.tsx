import { Button, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/messages';
import { NEW_SESSION_KINDS, type NewSessionKind } from './new-session-kinds';
import { sessionsMessages } from './sessions-messages';

/** The ways to open sessions. */
export function NewMenu({ onChoose }: { onChoose: (way: NewSessionKind) => void }): ReactNode {
  const t = useMessages(sessionsMessages);
  const names: Readonly<Record<NewSessionKind, string>> = {
    one: t.newOne,
    pasted: t.newPasted,
    holdings: t.newHoldings,
  };
  return (
    <Menu position="bottom-end" returnFocus={false}>
      <Menu.Target>
        <Button>{t.new} ▾</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {NEW_SESSION_KINDS.map((way) => (
          <Menu.Item key={way} onClick={() => onChoose(way)}>
            {names[way]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
