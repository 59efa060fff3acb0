import { CloseButton } from '@mantine/core';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { api, readData } from '../../api/client';
import { useUser } from '../../api/console-state';
import { useUserSetting } from '../../api/user-settings';
import { useMessages } from '../../i18n/messages';
import { useNotices } from '../../parts/undo';
import { firstStepsMessages } from './first-steps-messages';
import styles from './today.module.css';

const SETTING = 'first-steps';

const STEPS = [
  { name: 'market', href: '/market', administrators: true },
  { name: 'scan', href: '/scans', administrators: false },
  { name: 'review', href: '/today?tab=daily', administrators: false },
  { name: 'password', href: '/settings/password', administrators: false },
] as const;

/** What a new user may do first, until all of it is done, or the user dismisses the list. */
export function FirstSteps(): ReactNode {
  const t = useMessages(firstStepsMessages);
  const notices = useNotices();
  const { role } = useUser();
  const [stored, keep] = useUserSetting(SETTING);
  const dismissed = isDismissed(stored);
  const { data } = useQuery({
    queryKey: ['first-steps'],
    queryFn: () => readData(api.GET('/api/console/first-steps')),
    enabled: !dismissed,
  });
  const steps = STEPS.filter(({ administrators }) => !administrators || role === 'admin');
  if (dismissed || data === undefined || steps.every(({ name }) => data[name])) return null;
  const dismiss = (): void => {
    keep({ dismissed: true }).then(() => notices.done(t.dismissed, () => keep({ dismissed: false })), notices.failed);
  };
  return (
    <section className={styles.steps} aria-label={t.title}>
      <h2>{t.title}</h2>
      <ul>
        {steps.map(({ name, href }) => (
          <li key={name} data-done={data[name] || undefined}>
            {data[name] ? (
              <>
                <IconCircleCheck size={15} role="img" aria-label={t.done} />
                <span>{t[name]}</span>
              </>
            ) : (
              <>
                <IconCircle size={15} aria-hidden="true" />
                <Link href={href}>{t[name]}</Link>
              </>
            )}
          </li>
        ))}
      </ul>
      <CloseButton size="sm" aria-label={t.dismiss} title={t.dismiss} onClick={dismiss} />
    </section>
  );
}

function isDismissed(stored: unknown): boolean {
  return typeof stored === 'object' && stored !== null && 'dismissed' in stored && stored.dismissed === true;
}
