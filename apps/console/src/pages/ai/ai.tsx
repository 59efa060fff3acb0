import { lazy, type ReactNode, Suspense } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { Loading } from '../../parts/loading';
import { Page } from '../../parts/page';
import { PageTabs } from '../../parts/page-tabs';
import { NotFound } from '../../shell/not-found';
import { useWords } from '../../words/words';
import { aiWords } from './ai-words';
import { Queues } from './queues';
import { Runs } from './runs';
import { TrackRecord } from './track-record';

const Replays = lazy(() => import('./replays/replays').then(({ Replays: component }) => ({ default: component })));
const AnswersOfDay = lazy(() =>
  import('./replays/answers-of-day').then(({ AnswersOfDay: component }) => ({ default: component })),
);

/** What models do: the queues that wait for them and their drains, every run with its evidence, how often they were right, replays. */
export function Ai(): ReactNode {
  const say = useWords(aiWords);
  const [location] = useLocation();
  const tabs = [
    { href: '/ai', title: say.queues, current: location === '/ai' || location.startsWith('/ai/drains') },
    { href: '/ai/runs', title: say.runs, current: location.startsWith('/ai/runs') },
    { href: '/ai/record', title: say.record, current: location.startsWith('/ai/record') },
    { href: '/ai/replays', title: say.replays, current: /^\/ai\/(replays|answers)/.test(location) },
  ];
  return (
    <Page title={say.title} aside={<PageTabs label={say.title} tabs={tabs} />}>
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
