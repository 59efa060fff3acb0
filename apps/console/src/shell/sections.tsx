import { Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useUser } from '../api/console-state';
import { useMessages } from '../i18n/messages';
import styles from './frame.module.css';
import { SECTIONS } from './pages';
import { shellMessages } from './shell-messages';

const ICON_SIZE = 20;

/** The way to every section; those for administrators are shown to administrators. */
export function Sections(): ReactNode {
  const t = useMessages(shellMessages);
  const { role } = useUser();
  const [location, navigate] = useLocation();
  const shown = SECTIONS.filter(({ administrator }) => !administrator || role === 'admin');
  const behind = shown.filter(({ phone }) => !phone);
  return (
    <nav className={styles.sections} aria-label={t.sections}>
      {shown.map(({ name, path, icon: Icon, phone }) => (
        <Link
          key={name}
          href={path}
          className={`${styles.section} ${phone ? '' : styles.wideOnly}`}
          aria-current={isAt(location, path) ? 'page' : undefined}
        >
          <Icon size={ICON_SIZE} stroke={1.6} aria-hidden="true" />
          {t[name]}
        </Link>
      ))}
      <Menu position="top-end">
        <Menu.Target>
          <button
            type="button"
            className={`${styles.section} ${styles.phoneOnly}`}
            aria-current={behind.some(({ path }) => isAt(location, path)) ? 'page' : undefined}
          >
            <IconDots size={ICON_SIZE} stroke={1.6} aria-hidden="true" />
            {t.more}
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {behind.map(({ name, path }) => (
            <Menu.Item key={name} onClick={() => navigate(path)}>
              {t[name]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </nav>
  );
}

function isAt(location: string, path: string): boolean {
  return location === path || location.startsWith(`${path}/`);
}
