import type { ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { useUser } from '../../api/console-state';
import { Page } from '../../parts/page';
import { PageTabs } from '../../parts/page-tabs';
import { useWords } from '../../words/words';
import { JobDrawer } from './job-drawer';
import { JobList } from './job-list';
import { jobsWords } from './jobs-words';
import { QueueBoard } from './queue-board';

/** Background jobs as their rows tell them, and for administrators the board of the queues that wake workers up. */
export function Jobs(): ReactNode {
  const say = useWords(jobsWords);
  const { role } = useUser();
  const [search] = useSearchParams();
  const board = role === 'admin' && search.get('tab') === 'board';
  const tabs = [
    { href: '/jobs', title: say.list, current: !board },
    { href: '/jobs?tab=board', title: say.board, current: board },
  ];
  const job = Number(search.get('job'));
  return (
    <Page title={say.title} fill={board} aside={role === 'admin' && <PageTabs label={say.title} tabs={tabs} />}>
      {board ? <QueueBoard /> : <JobList />}
      <JobDrawer jobId={Number.isSafeInteger(job) && job > 0 ? job : null} />
    </Page>
  );
}
