import { Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { IconUserCircle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, readData } from '../api/client';
import { useUser } from '../api/console-state';
import { forgetUser } from '../api/login';
import { useNotices } from '../parts/undo';
import { type PriceColours, setPreferences, usePreferences } from '../preferences/preferences';
import { useMessages } from '../i18n/messages';
import { shellMessages } from './shell-messages';

/** Language, appearance, price colours, sign out. */
export function AccountMenu(): ReactNode {
  const t = useMessages(shellMessages);
  const { username } = useUser();
  const { language, priceColours } = usePreferences();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const queries = useQueryClient();
  const { failed } = useNotices();
  const signOut = (): void => {
    readData(api.POST('/api/auth/logout')).then(() => {
      forgetUser();
      return queries.resetQueries();
    }, failed);
  };
  const mark = (on: boolean): string => (on ? '✓' : '\u2003');
  const colours: [PriceColours, string][] = [
    ['red-up', t.redUp],
    ['green-up', t.greenUp],
    ['orange-blue', t.orangeBlue],
  ];
  return (
    <Menu position="bottom-end" width={210}>
      <Menu.Target>
        <UnstyledButton aria-label={t.account} title={username}>
          <IconUserCircle size={22} stroke={1.6} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{username}</Menu.Label>
        <Menu.Item onClick={() => setPreferences({ language: language === 'zh' ? 'en' : 'zh' })}>
          {mark(false)} {t.language}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t.theme}</Menu.Label>
        {(['light', 'dark', 'auto'] as const).map((scheme) => (
          <Menu.Item key={scheme} onClick={() => setColorScheme(scheme)}>
            {mark(scheme === colorScheme)} {t[scheme]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>{t.priceColours}</Menu.Label>
        {colours.map(([choice, name]) => (
          <Menu.Item key={choice} onClick={() => setPreferences({ priceColours: choice })}>
            {mark(choice === priceColours)} {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={signOut}>
          {mark(false)} {t.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
