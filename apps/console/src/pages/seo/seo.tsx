import type { ReactNode } from 'react';
import { Link, Redirect, Route, Switch, useLocation } from 'wouter';
import { useUser } from '../../api/console-state';
import { EmptyNote } from '../../parts/empty-note';
import { Page } from '../../parts/page';
import { NotFound } from '../../shell/not-found';
import { useMessages } from '../../i18n/messages';
import { SeoBacklinks } from './seo-backlinks';
import { SeoCompetitors } from './seo-competitors';
import { SeoImports } from './seo-imports';
import { SeoKeywords } from './seo-keywords';
import { SeoTrends } from './seo-trends';
import { seoMessages } from './seo-messages';
import styles from './seo.module.css';

const PARTS = ['keywords', 'trends', 'competitors', 'backlinks', 'imports'] as const;

/** The SEO store: its lists, and how files come in. */
export function Seo(): ReactNode {
  const t = useMessages(seoMessages);
  const { role } = useUser();
  if (role !== 'admin') {
    return (
      <Page title={t.seo}>
        <EmptyNote>{t.onlyAdministrators}</EmptyNote>
      </Page>
    );
  }
  return (
    <Page title={t.seo} aside={<Parts />}>
      <Switch>
        <Route path="/seo">
          <Redirect to="/seo/keywords" replace />
        </Route>
        <Route path="/seo/keywords" component={SeoKeywords} />
        <Route path="/seo/trends" component={SeoTrends} />
        <Route path="/seo/competitors" component={SeoCompetitors} />
        <Route path="/seo/backlinks" component={SeoBacklinks} />
        <Route path="/seo/imports" component={SeoImports} />
        <Route>
          <NotFound />
        </Route>
      </Switch>
    </Page>
  );
}

function Parts(): ReactNode {
  const t = useMessages(seoMessages);
  const [location] = useLocation();
  return (
    <nav className={styles.parts} aria-label={t.parts}>
      {PARTS.map((part) => (
        <Link key={part} href={`/seo/${part}`} aria-current={location === `/seo/${part}` ? 'page' : undefined}>
          {t[part]}
        </Link>
      ))}
    </nav>
  );
}
