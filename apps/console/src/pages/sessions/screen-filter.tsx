import { Menu, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useConsoleState } from '../../api/console-state';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { usePreferences } from '../../preferences/preferences';
import { groupBySource, nameOf, type ScreenGroup } from '../screens/screen-list';
import { useScreens } from '../screens/screen-queries';
import { sourceName } from '../screens/screen-words';
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
  const { language } = usePreferences();
  const groups = useScreenGroups();
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
          {groups.map(({ source, screens }) => (
            <div key={source} role="group" aria-label={sourceName(source, language)}>
              <Menu.Label>{sourceName(source, language)}</Menu.Label>
              {screens.map((screen) => (
                <Menu.Item
                  key={screen.id}
                  disabled={!screen.available}
                  title={screen.available ? undefined : `${t.screenUnavailable}: ${screen.reason ?? ''}`}
                  onClick={() => onChoose(screen.id)}
                >
                  {mark(chosen === screen.id)} {nameOf(screen, language)}
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
  const { language } = usePreferences();
  const screen = useScreens().data?.find(({ id }) => id === chosen);
  const name = screen === undefined ? chosen : nameOf(screen, language);
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
  const { language } = usePreferences();
  const groups = useScreenGroups();
  const known = groups.some(({ screens }) => screens.some(({ id }) => id === chosen));
  return (
    <NativeSelect
      size="sm"
      label={t.screen}
      value={chosen}
      data={[
        { value: '', label: t.anyScreen },
        ...(chosen === '' || known ? [] : [{ value: chosen, label: chosen }]),
        ...groups.map(({ source, screens }) => ({
          group: sourceName(source, language),
          items: screens.map((screen) => ({
            value: screen.id,
            label: nameOf(screen, language),
            disabled: !screen.available,
          })),
        })),
      ]}
      onChange={({ currentTarget: { value } }) => onChoose(value)}
    />
  );
}

function useScreenGroups(): readonly ScreenGroup[] {
  return groupBySource(useScreens().data ?? []).filter(({ screens }) => screens.length > 0);
}

function mark(isChosen: boolean): string {
  return isChosen ? '✓' : '\u2003';
}
