import type { ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { useUser } from '../../api/console-state';
import { Page } from '../../parts/page';
import { PageTabs } from '../../parts/page-tabs';
import { useMessages } from '../../i18n/messages';
import { JobDrawer } from './job-drawer';
import { JobList } from './job-list';
import { jobsMessages } from './jobs-messages';
import { QueueBoard } from './queue-board';

/** Background jobs as their rows describe them, and for administrators the board of the queues that wake workers up. */
export function Jobs(): ReactNode {
  const t = useMessages(jobsMessages);
  const { role } = useUser();
  const [search] = useSearchParams();
  const board = role === 'admin' && search.get('tab') === 'board';
  const tabs = [
    { href: '/jobs', title: t.list, current: !board },
    { href: '/jobs?tab=board', title: t.board, current: board },
  ];
  const job = Number(search.get('job'));
  return (
    <Page title={t.title} fill={board} aside={role === 'admin' && <PageTabs label={t.title} tabs={tabs} />}>
      {board ? <QueueBoard /> : <JobList />}
      <JobDrawer jobId={Number.isSafeInteger(job) && job > 0 ? job : null} />
    </Page>
  );
}
