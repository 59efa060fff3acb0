import { type ReactNode, Suspense } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { useConsoleState } from '../api/console-state';
import { Loading } from '../parts/loading';
import { PageFailures } from './page-failures';
import { Frame } from './frame';
import { PAGES } from './pages';
import { NotFound } from './not-found';
import { SignIn, SignInAgain } from './sign-in';
import styles from './frame.module.css';

/** The whole console: the sign-in page until somebody signed in, then the page of the address in its frame. */
export function App(): ReactNode {
  return (
    <PageFailures>
      <Suspense fallback={<Starting />}>
        <SignedIn />
      </Suspense>
    </PageFailures>
  );
}

function SignedIn(): ReactNode {
  const { user } = useConsoleState();
  if (user === null) return <SignIn />;
  return (
    <Frame>
      <PageFailures>
        <Suspense fallback={<Starting />}>
          <Switch>
            <Route path="/">
              <Redirect to="/today" replace />
            </Route>
            {PAGES.map(({ path, component: Shown }) => (
              <Route key={path} path={path}>
                <Shown />
              </Route>
            ))}
            <Route>
              <NotFound />
            </Route>
          </Switch>
        </Suspense>
      </PageFailures>
      <SignInAgain />
    </Frame>
  );
}

function Starting(): ReactNode {
  return (
    <div className={styles.starting}>
      <Loading rows={8} />
    </div>
  );
}
