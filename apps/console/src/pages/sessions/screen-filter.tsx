import { Menu, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useConsoleState } from '../../api/console-state';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { selectData, useScreenChoices, useScreenName } from '../screens/screen-choices';
import type { SessionPage } from './session-pages';
import { sessionsMessages } from './sessions-messages';
import styles from './sessions.module.css';

interface ScreenChoice {
  /** Id of a screen; empty: none. */
  readonly chosen: string;
  readonly onChoose: (screen: string) => void;
}

/** Leaves the sessions whose stock a screen finds: a menu of the screens, then the chosen one with its number of hits. */
export function ScreenFilter({ chosen, found, onChoose }: ScreenChoice & { found: SessionPage['screen'] }): ReactNode {
  const t = useMessages(sessionsMessages);
  const choices = useScreenChoices();
  return (
    <>
      <Menu position="bottom-start" width={240}>
        <Menu.Target>
          <button type="button" className={styles.chip} data-set={chosen !== '' || undefined}>
            {t.screen} {chosen === '' && <b>{t.anyScreen}</b>} <span aria-hidden="true">▾</span>
          </button>
        </Menu.Target>
        <Menu.Dropdown className={styles.screenMenu ?? ''}>
          <Menu.Item onClick={() => onChoose('')}>
            {mark(chosen === '')} {t.anyScreen}
          </Menu.Item>
          {choices.map(({ group, items }) => (
            <div key={group} role="group" aria-label={group}>
              <Menu.Label>{group}</Menu.Label>
              {items.map(({ value, label, disabled }) => (
                <Menu.Item
                  key={value}
                  disabled={disabled}
                  title={disabled ? t.screenUnavailable : undefined}
                  onClick={() => onChoose(value)}
                >
                  {mark(chosen === value)} {label}
                </Menu.Item>
              ))}
            </div>
          ))}
        </Menu.Dropdown>
      </Menu>
      {chosen !== '' && <ChosenScreen chosen={chosen} found={found} onRemove={() => onChoose('')} />}
    </>
  );
}

/** The screen whose hits are shown, with how many it has; a click removes it. */
export function ChosenScreen({
  chosen,
  found,
  onRemove,
}: {
  chosen: string;
  found: SessionPage['screen'];
  onRemove: () => void;
}): ReactNode {
  const t = useMessages(sessionsMessages);
  const formats = useFormats();
  const { today } = useConsoleState();
  const name = useScreenName(chosen);
  return (
    <button type="button" className={styles.chip} data-set aria-label={t.removeScreen(name)} onClick={onRemove}>
      <b>{name}</b>
      {found?.id === chosen && (
        <span className="figure">{t.screenHits(formats.count(found.matched), formats.day(found.asOf, today))}</span>
      )}
      <span aria-hidden="true">✕</span>
    </button>
  );
}

/** The choice of a screen as a field of a form. */
export function ScreenField({ chosen, onChoose }: ScreenChoice): ReactNode {
  const t = useMessages(sessionsMessages);
  return (
    <NativeSelect
      size="sm"
      label={t.screen}
      value={chosen}
      data={selectData(useScreenChoices(), t.anyScreen, chosen)}
      onChange={({ currentTarget: { value } }) => onChoose(value)}
    />
  );
}

function mark(isChosen: boolean): string {
  return isChosen ? '✓' : '\u2003';
}
