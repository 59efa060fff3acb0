import { lazy, type ReactNode, Suspense } from 'react';
import { Link, Redirect, useParams } from 'wouter';
import { useUser } from '../../api/console-state';
import { EmptyNote } from '../../parts/empty-note';
import { Loading } from '../../parts/loading';
import { Page } from '../../parts/page';
import { shellMessages } from '../../shell/shell-messages';
import { useMessages } from '../../i18n/messages';
import { ApiKeys } from './api-keys';
import { AuditEvents } from './audit-events';
import { Appearance } from './appearance';
import { OwnPassword } from './own-password';
import { Retention } from './retention';
import { SelfAudit } from './self-audit';
import { settingsMessages } from './settings-messages';
import styles from './settings.module.css';
import { Users } from './users';
import { Watchlist } from './watchlist';

const Models = lazy(() => import('./models').then(({ Models: component }) => ({ default: component })));

const Notifications = lazy(() =>
  import('../notifications/notification-settings').then(({ NotificationSettings: component }) => ({
    default: component,
  })),
);

const EventLog = lazy(() =>
  import('../notifications/event-log').then(({ EventLog: component }) => ({ default: component })),
);

const SECTIONS = [
  { name: 'watchlist', shows: Watchlist, administrator: false },
  { name: 'appearance', shows: Appearance, administrator: false },
  { name: 'notifications', shows: Notifications, administrator: false },
  { name: 'event-log', shows: EventLog, administrator: false },
  { name: 'password', shows: OwnPassword, administrator: false },
  { name: 'keys', shows: ApiKeys, administrator: false },
  { name: 'users', shows: Users, administrator: true },
  { name: 'models', shows: Models, administrator: true },
  { name: 'events', shows: AuditEvents, administrator: true },
  { name: 'retention', shows: Retention, administrator: true },
  { name: 'audit', shows: SelfAudit, administrator: true },
] as const;

/** What users set for themselves, and an administrator for others; one address per section. */
export function Settings(): ReactNode {
  const t = useMessages(settingsMessages);
  const { settings } = useMessages(shellMessages);
  const { role } = useUser();
  const { '*': asked = '' } = useParams<{ '*'?: string }>();
  const shown = SECTIONS.filter(({ administrator }) => !administrator || role === 'admin');
  const section = shown.find(({ name }) => name === asked);
  // Where the holdings were before they had a page of their own.
  if (asked === 'holdings') return <Redirect to="/holdings" replace />;
  if (asked === '') return <Redirect to={`/settings/${SECTIONS[0].name}`} replace />;
  return (
    <Page title={section === undefined ? settings : `${settings} · ${t[section.name]}`}>
      <div className={styles.columns}>
        <nav className={styles.sections} aria-label={t.sections}>
          {shown.map(({ name }) => (
            <Link key={name} href={`/settings/${name}`} aria-current={name === asked ? 'page' : undefined}>
              {t[name]}
            </Link>
          ))}
        </nav>
        <div className={styles.section}>
          {section === undefined ? (
            <EmptyNote>{SECTIONS.some(({ name }) => name === asked) ? t.adminsOnly : t.noSection}</EmptyNote>
          ) : (
            <Suspense fallback={<Loading />}>
              <section.shows />
            </Suspense>
          )}
        </div>
      </div>
    </Page>
  );
}
