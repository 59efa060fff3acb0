import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { useUser } from '../../api/console-state';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { useShortcuts } from '../../keys/shortcuts';
import { EmptyNote } from '../../parts/empty-note';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Page, Panel } from '../../parts/page';
import { useSearchField } from '../../parts/search-field';
import { usePreferences } from '../../preferences/preferences';
import { StudyLine } from '../studies/study-line';
import {
  descriptionOf,
  findScreens,
  groupBySource,
  nameOf,
  OWN_SOURCE,
  type Screen,
  type ScreenGroup,
} from './screen-list';
import { useScreens } from './screen-queries';
import { sourceName } from './screen-words';
import { screensMessages } from './screens-messages';
import styles from './screens.module.css';

/** Every screen, by its source. */
export function Screens(): ReactNode {
  const t = useMessages(screensMessages);
  const { data, error, refetch } = useScreens();
  const [, navigate] = useLocation();
  return (
    <Page
      title={t.title}
      aside={
        <>
          <FindField />
          <Link href="/studies">{t.studies}</Link>
          <Button onClick={() => navigate('/screens/new')}>{t.write}</Button>
        </>
      }
    >
      {error !== null && <FailureNote error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && (
        <Panel>
          <Loading rows={8} />
        </Panel>
      )}
      {data !== undefined && <Groups screens={data} />}
    </Page>
  );
}

function FindField(): ReactNode {
  const t = useMessages(screensMessages);
  const [search] = useSearchParams();
  const set = useSearchField();
  const field = useRef<HTMLInputElement>(null);
  useShortcuts(t.title, [{ keys: ['f'], does: t.keyFind, run: () => field.current?.focus() }]);
  return (
    <TextInput
      ref={field}
      className={styles.find}
      type="search"
      aria-label={t.find}
      placeholder={t.findHint}
      value={search.get('q') ?? ''}
      onChange={({ currentTarget }) => set('q', currentTarget.value)}
    />
  );
}

function Groups({ screens }: { screens: readonly Screen[] }): ReactNode {
  const t = useMessages(screensMessages);
  const { language } = usePreferences();
  const [search] = useSearchParams();
  const text = search.get('q') ?? '';
  const found = findScreens(screens, text);
  if (found.length === 0) {
    return (
      <Panel>
        <EmptyNote>{t.noneFound}</EmptyNote>
      </Panel>
    );
  }
  const groups = groupBySource(found).filter((group) => group.screens.length > 0 || text === '');
  return (
    <div className={styles.groups}>
      {groups.map((group) => {
        const [only] = group.screens;
        return group.screens.length === 1 && only !== undefined && group.source !== OWN_SOURCE ? (
          <Panel key={group.source} title={<Link href={`/screens/${only.id}`}>{nameOf(only, language)}</Link>}>
            <ScreenText screen={only} />
          </Panel>
        ) : (
          <Group key={group.source} {...group} />
        );
      })}
    </div>
  );
}

function Group({ source, screens }: ScreenGroup): ReactNode {
  const t = useMessages(screensMessages);
  const { language } = usePreferences();
  return (
    <Panel
      className={styles.wholeLine}
      title={sourceName(source, language)}
      aside={screens.length > 0 && <span className="figure">{screens.length}</span>}
    >
      {screens.length === 0 && <EmptyNote action={<Link href="/screens/new">{t.write}</Link>}>{t.noOwn}</EmptyNote>}
      <ul className={styles.cards}>
        {screens.map((screen) => (
          <li key={screen.id} className={styles.card} data-unavailable={!screen.available || undefined}>
            <Link href={`/screens/${screen.id}`}>{nameOf(screen, language)}</Link>
            <ScreenText screen={screen} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** What a screen looks for, and what it needs. */
function ScreenText({ screen }: { screen: Screen }): ReactNode {
  const t = useMessages(screensMessages);
  const { language } = usePreferences();
  const needs = useNeeds()(screen);
  const owner = useOwner()(screen);
  const description = descriptionOf(screen, language);
  const whyNot = screen.lack === null ? [] : [t[screen.lack]];
  return (
    <>
      {description !== null && <p className={styles.text}>{description}</p>}
      <p className={styles.quiet}>
        {screen.available ? needs : `⊘ ${[t.unavailable, ...whyNot].join(' · ')}`}
        {owner !== undefined && ` · ${t.version(screen.version)} · ${owner}`}
      </p>
      {screen.available && (
        <p className={styles.study}>
          <StudyLine screen={screen.id} />
        </p>
      )}
    </>
  );
}

/** What a screen needs of the market, in words. */
export function useNeeds(): (screen: Screen) => string {
  const t = useMessages(screensMessages);
  const formats = useFormats();
  return ({ needs: { bars, caps, flow, reports } }) =>
    [
      bars === null ? t.needsAllBars : t.needsBars(formats.count(bars)),
      ...(caps ? [t.needsCaps] : []),
      ...(flow ? [t.needsFlow] : []),
      ...(reports ? [t.needsReports] : []),
    ].join(' · ');
}

/** Whose a screen is; undefined for those of the program. */
export function useOwner(): (screen: Screen) => string | undefined {
  const t = useMessages(screensMessages);
  const { id } = useUser();
  return ({ ownerId }) => (ownerId === null ? undefined : ownerId === id ? t.mine : t.ofUser(ownerId));
}
