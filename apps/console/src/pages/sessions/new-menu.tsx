import { Button, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../../words/words';
import { NEW_WAYS, type NewWay } from './new-ways';
import { sessionsWords } from './sessions-words';

/** The ways to open sessions. */
export function NewMenu({ onChoose }: { onChoose: (way: NewWay) => void }): ReactNode {
  const t = useWords(sessionsWords);
  const names: Readonly<Record<NewWay, string>> = { one: t.newOne, pasted: t.newPasted, holdings: t.newHoldings };
  return (
    <Menu position="bottom-end" returnFocus={false}>
      <Menu.Target>
        <Button>{t.new} ▾</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {NEW_WAYS.map((way) => (
          <Menu.Item key={way} onClick={() => onChoose(way)}>
            {names[way]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
