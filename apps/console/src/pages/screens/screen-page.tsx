import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useParams, useSearchParams } from 'wouter';
import { useUserSetting } from '../../api/user-settings';
import { useUser } from '../../api/console-state';
import { useMessages } from '../../i18n/messages';
import { EmptyNote } from '../../parts/empty-note';
import { Failure } from '../../api/failure';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Page, Panel } from '../../parts/page';
import { useNotices } from '../../parts/undo';
import { usePreferences } from '../../preferences/preferences';
import { TellMe } from '../notifications/tell-me';
import { StudyLine } from '../studies/study-line';
import { keepChanges, readLastChanges } from './last-changes';
import { ScreenAnswer } from './screen-answer';
import { findChanges, NO_CHANGES, readAddress, type ScreenDraft, toAddress, toDraft, toRequest } from './screen-draft';
import { ScreenForm } from './screen-form';
import { descriptionOf, nameOf, type Screen } from './screen-list';
import { runKey, useScreen } from './screen-queries';
import { sourceName } from './screen-words';
import { useNeeds, useOwner } from './screens';
import { screensMessages } from './screens-messages';
import styles from './screens.module.css';

/** One screen: what it is, the form of a run, and the hits of the run that the address names. */
export function ScreenPage(): ReactNode {
  const t = useMessages(screensMessages);
  const { id } = useParams<{ id: string }>();
  const { data: screen, error, refetch } = useScreen(id);
  if (screen !== undefined) return <KnownScreen key={screen.id} screen={screen} />;
  return (
    <Page title={t.title}>
      <Panel>
        {error === null ? (
          <Loading rows={8} />
        ) : error instanceof Failure && error.status === 404 ? (
          <EmptyNote action={<Link href="/screens">{t.toScreens}</Link>}>{t.noSuchScreen}</EmptyNote>
        ) : (
          <FailureNote error={error} onRetry={() => void refetch()} />
        )}
      </Panel>
    </Page>
  );
}

function KnownScreen({ screen }: { screen: Screen }): ReactNode {
  const t = useMessages(screensMessages);
  const { language } = usePreferences();
  const { draft, asked, comparedDay, change, run, compareWith } = useRunAddress(screen);
  const queries = useQueryClient();
  const request = asked === undefined ? undefined : toRequest(screen, asked);
  const key = runKey(screen, request ?? NO_CHANGES);
  const running = useIsFetching({ queryKey: key }) > 0;
  return (
    <Page title={nameOf(screen, language)} aside={<ScreenLinks screen={screen} draft={draft} />}>
      <ScreenHead screen={screen} />
      <div className={styles.layout}>
        <ScreenForm
          screen={screen}
          draft={draft}
          running={running}
          onChange={change}
          onRun={run}
          onStop={() => void queries.cancelQueries({ queryKey: key })}
        />
        <div className={styles.main}>
          {request === undefined ? (
            <Panel>
              <EmptyNote>{screen.lack === null ? t.notRun : `${t.unavailable} · ${t[screen.lack]}`}</EmptyNote>
            </Panel>
          ) : (
            <ScreenAnswer screen={screen} request={request} comparedDay={comparedDay} onCompare={compareWith} />
          )}
        </div>
      </div>
    </Page>
  );
}

function ScreenLinks({ screen, draft }: { screen: Screen; draft: ScreenDraft }): ReactNode {
  const t = useMessages(screensMessages);
  const { language } = usePreferences();
  const { id, role } = useUser();
  const { ownerId } = screen;
  const isWriter = ownerId === id || role === 'admin';
  return (
    <>
      <Link href="/screens">{t.toScreens}</Link>
      <Link href={`/studies?screen=${screen.id}`}>{t.studies}</Link>
      {ownerId !== null && <Link href={`/screens/${screen.id}/edit`}>{isWriter ? t.edit : t.copyFormula}</Link>}
      <TellMe
        thing={{ kind: 'screen', id: screen.id, name: nameOf(screen, language), changes: findChanges(screen, draft) }}
      />
    </>
  );
}

function ScreenHead({ screen }: { screen: Screen }): ReactNode {
  const t = useMessages(screensMessages);
  const { language } = usePreferences();
  const needs = useNeeds()(screen);
  const owner = useOwner()(screen);
  const description = descriptionOf(screen, language);
  const facts = [
    sourceName(screen.source, language),
    t.version(screen.version),
    ...(owner === undefined ? [] : [owner]),
  ];
  return (
    <div>
      {description !== null && <p className={styles.lead}>{description}</p>}
      <p className={styles.quiet}>{[...facts, needs].join(' · ')}</p>
      <p className={styles.quiet}>
        {t.newestStudy}
        <StudyLine screen={screen.id} />
      </p>
      {screen.formula !== null && (
        <details>
          <summary>{t.formula}</summary>
          <pre className={styles.source} tabIndex={0} role="region" aria-label={t.formula}>
            {screen.formula}
          </pre>
        </details>
      )}
    </div>
  );
}

interface RunAddress {
  readonly draft: ScreenDraft;
  /** What is shown; undefined: nothing was run. */
  readonly asked: ScreenDraft | undefined;
  /** Empty: none. */
  readonly comparedDay: string;
  readonly change: (draft: ScreenDraft) => void;
  readonly run: () => void;
  readonly compareWith: (day: string) => void;
}

const COMPARED = 'vs';

/** The run that the address names, and the form's draft: that run, or what the user ran the screen with last. */
function useRunAddress(screen: Screen): RunAddress {
  const [search, setSearch] = useSearchParams();
  const queries = useQueryClient();
  const notices = useNotices();
  const [stored, keep] = useUserSetting('screens');
  const last = readLastChanges(stored);
  const asked = readAddress(screen, search);
  const here = asked === undefined ? '' : toAddress(screen, asked).toString();
  const [typed, setTyped] = useState<{ at: string; draft: ScreenDraft } | undefined>();
  const usual = asked ?? toDraft(screen, last.find(([id]) => id === screen.id)?.[1] ?? NO_CHANGES);
  // What is typed belongs to the address that it was typed at: Back brings that run's values back.
  const draft = typed?.at === here ? typed.draft : usual;
  const run = (): void => {
    const next = toAddress(screen, draft);
    if (next.toString() === here)
      void queries.invalidateQueries({ queryKey: runKey(screen, toRequest(screen, draft)) });
    // How the answer is looked at stays.
    for (const name of [COMPARED, 'sort', 'order']) {
      const value = search.get(name);
      if (value !== null) next.set(name, value);
    }
    setSearch(next);
    void keep({ last: keepChanges(last, screen.id, findChanges(screen, draft)) }).catch(notices.failed);
  };
  const compareWith = (day: string): void =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (day === '') next.delete(COMPARED);
        else next.set(COMPARED, day);
        return next;
      },
      { replace: true },
    );
  return {
    draft,
    asked,
    comparedDay: search.get(COMPARED) ?? '',
    change: (next) => setTyped({ at: here, draft: next }),
    run,
    compareWith,
  };
}
