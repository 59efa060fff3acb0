import { Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { IconUserCircle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, dataOf } from '../api/client';
import { useUser } from '../api/console-state';
import { forgetUser } from '../api/login';
import { useNotices } from '../parts/undo';
import { type PriceColours, setPreferences, usePreferences } from '../preferences/preferences';
import { useWords } from '../words/words';
import { shellWords } from './shell-words';

/** Language, appearance, price colours, sign out. */
export function AccountMenu(): ReactNode {
  const say = useWords(shellWords);
  const { username } = useUser();
  const { language, priceColours } = usePreferences();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const queries = useQueryClient();
  const { failed } = useNotices();
  const signOut = (): void => {
    dataOf(api.POST('/api/auth/logout')).then(() => {
      forgetUser();
      return queries.resetQueries();
    }, failed);
  };
  const mark = (on: boolean): string => (on ? '✓' : '\u2003');
  const colours: [PriceColours, string][] = [
    ['red-up', say.redUp],
    ['green-up', say.greenUp],
    ['orange-blue', say.orangeBlue],
  ];
  return (
    <Menu position="bottom-end" width={210}>
      <Menu.Target>
        <UnstyledButton aria-label={say.account} title={username}>
          <IconUserCircle size={22} stroke={1.6} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{username}</Menu.Label>
        <Menu.Item onClick={() => setPreferences({ language: language === 'zh' ? 'en' : 'zh' })}>
          {mark(false)} {say.language}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{say.theme}</Menu.Label>
        {(['light', 'dark', 'auto'] as const).map((scheme) => (
          <Menu.Item key={scheme} onClick={() => setColorScheme(scheme)}>
            {mark(scheme === colorScheme)} {say[scheme]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>{say.priceColours}</Menu.Label>
        {colours.map(([choice, name]) => (
          <Menu.Item key={choice} onClick={() => setPreferences({ priceColours: choice })}>
            {mark(choice === priceColours)} {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={signOut}>
          {mark(false)} {say.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
