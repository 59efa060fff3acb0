import type { ReactNode } from 'react';
import { Route, Switch } from 'wouter';
import { NotFound } from '../../shell/not-found';
import { MarketImport } from './market-import';
import { MarketOverview } from './market-overview';
import { MarketStock } from './market-stock';
import { MarketSync } from './market-sync';

/** What the market data cover, how they come in, and one stock, import or sync by its address. */
export function Market(): ReactNode {
  return (
    <Switch>
      <Route path="/market">
        <MarketOverview />
      </Route>
      <Route path="/market/imports/:id">{({ id }) => <MarketImport id={Number(id)} />}</Route>
      <Route path="/market/syncs/:id">{({ id }) => <MarketSync id={Number(id)} />}</Route>
      <Route path="/market/stocks/:code">{({ code }) => <MarketStock code={code} />}</Route>
      <Route>
        <NotFound />
      </Route>
    </Switch>
  );
}
