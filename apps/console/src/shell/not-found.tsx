import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { EmptyNote } from '../parts/empty-note';
import { Page } from '../parts/page';
import { useMessages } from '../i18n/messages';
import { shellMessages } from './shell-messages';

export function NotFound(): ReactNode {
  const t = useMessages(shellMessages);
  return (
    <Page title={t.notFound}>
      <EmptyNote action={<Link href="/today">{t.toToday}</Link>}>{t.notFound}</EmptyNote>
    </Page>
  );
}
