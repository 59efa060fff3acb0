import { ActionIcon, Button, Checkbox, Popover } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/messages';
import { placeColumns, withMoved, withShown } from './column-places';
import { SESSION_COLUMNS } from './session-columns';
import { sessionsMessages } from './sessions-messages';
import styles from './sessions.module.css';
import type { ColumnChoice } from './use-column-choice';

const ICON_SIZE = 14;

/** Which columns are shown, and in which order. */
export function ColumnMenu({ choice: { places, setPlaces } }: { choice: ColumnChoice }): ReactNode {
  const t = useMessages(sessionsMessages);
  const nameOf = (key: string): string => SESSION_COLUMNS.find((column) => column.key === key)?.head(t) ?? key;
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={styles.chip}>
          {t.columns} <span aria-hidden="true">▾</span>
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t.columns}>
        <ul className={styles.columns}>
          {places.map(({ key, shown }, index) => (
            <li key={key}>
              <Checkbox
                label={nameOf(key)}
                checked={shown}
                onChange={(event) => setPlaces(withShown(places, key, event.currentTarget.checked))}
              />
              <ActionIcon
                variant="subtle"
                size="xs"
                disabled={index === 0}
                aria-label={t.columnLeft(nameOf(key))}
                onClick={() => setPlaces(withMoved(places, key, -1))}
              >
                <IconArrowUp size={ICON_SIZE} aria-hidden="true" />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                size="xs"
                disabled={index === places.length - 1}
                aria-label={t.columnRight(nameOf(key))}
                onClick={() => setPlaces(withMoved(places, key, 1))}
              >
                <IconArrowDown size={ICON_SIZE} aria-hidden="true" />
              </ActionIcon>
            </li>
          ))}
        </ul>
        <Button size="compact-xs" variant="subtle" onClick={() => setPlaces(placeColumns(undefined, SESSION_COLUMNS))}>
          {t.columnsAsFirst}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
