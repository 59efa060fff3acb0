import { lazy, type ReactNode, Suspense } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { Loading } from '../../parts/loading';
import { Page } from '../../parts/page';
import { PageTabs } from '../../parts/page-tabs';
import { NotFound } from '../../shell/not-found';
import { useMessages } from '../../i18n/messages';
import { aiMessages } from './ai-messages';
import { Queues } from './queues';
import { Runs } from './runs';
import { TrackRecord } from './track-record';

const Replays = lazy(() => import('./replays/replays').then(({ Replays: component }) => ({ default: component })));
const AnswersOfDay = lazy(() =>
  import('./replays/day-answers').then(({ DayAnswers: component }) => ({ default: component })),
);

/** What models do: the queues that wait for them and their drains, every run with its evidence, how often they were right, replays. */
export function Ai(): ReactNode {
  const t = useMessages(aiMessages);
  const [location] = useLocation();
  const tabs = [
    { href: '/ai', title: t.queues, current: location === '/ai' || location.startsWith('/ai/drains') },
    { href: '/ai/runs', title: t.runs, current: location.startsWith('/ai/runs') },
    { href: '/ai/record', title: t.record, current: location.startsWith('/ai/record') },
    { href: '/ai/replays', title: t.replays, current: /^\/ai\/(replays|answers)/.test(location) },
  ];
  return (
    <Page title={t.title} aside={<PageTabs label={t.title} tabs={tabs} />}>
      <Switch>
        <Route path="/ai">
          <Queues drainId={null} />
        </Route>
        <Route path="/ai/drains/:id">{({ id }) => <Queues drainId={Number(id)} />}</Route>
        <Route path="/ai/runs/:id?">{({ id }) => <Runs runId={id === undefined ? null : Number(id)} />}</Route>
        <Route path="/ai/record">
          <TrackRecord />
        </Route>
        <Route path="/ai/replays/:id?">
          {({ id }) => (
            <Suspense fallback={<Loading />}>
              <Replays replayId={id === undefined ? null : Number(id)} />
            </Suspense>
          )}
        </Route>
        <Route path="/ai/answers">
          <Suspense fallback={<Loading />}>
            <AnswersOfDay />
          </Suspense>
        </Route>
        <Route>
          <NotFound />
        </Route>
      </Switch>
    </Page>
  );
}
