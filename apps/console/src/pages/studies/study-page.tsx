import type { ReactNode } from 'react';
import { Link, useParams } from 'wouter';
import { Failure } from '../../api/failure';
import { useMessages } from '../../i18n/messages';
import { DownloadButton } from '../../parts/download-button';
import { EmptyNote } from '../../parts/empty-note';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Page, Panel } from '../../parts/page';
import { StatusWord } from '../../parts/status-word';
import { Warnings } from '../../parts/warnings';
import { usePreferences } from '../../preferences/preferences';
import { useScreenName } from '../screens/screen-choices';
import { CaseTable } from './case-table';
import { Histogram } from './histogram';
import { HorizonTable } from './horizon-table';
import { NotableCases } from './notable-cases';
import { PathChart } from './path-chart';
import { PortfolioPanel } from './portfolio/portfolio-panel';
import { StudyFacts, SureFacts, TradeFacts } from './study-facts';
import type { Study } from './study-figures';
import { StudyGroups } from './study-groups';
import { studyNote } from './study-notes';
import { StudyProgress } from './study-progress';
import { useStudy } from './study-queries';
import { StudyVerdict } from './study-verdict';
import { studiesMessages } from './studies-messages';
import styles from './studies.module.css';

/** One study: its progress while it runs, then what it says and how far that can be relied on. */
export function StudyPage(): ReactNode {
  const t = useMessages(studiesMessages);
  const { id } = useParams<{ id: string }>();
  if (/^[1-9][0-9]{0,14}$/.test(id)) return <KnownStudy key={id} id={Number(id)} />;
  return (
    <Page title={t.title}>
      <NoStudy />
    </Page>
  );
}

function NoStudy(): ReactNode {
  const t = useMessages(studiesMessages);
  return (
    <Panel>
      <EmptyNote action={<Link href="/studies">{t.all}</Link>}>{t.noSuchStudy}</EmptyNote>
    </Panel>
  );
}

function KnownStudy({ id }: { id: number }): ReactNode {
  const t = useMessages(studiesMessages);
  const { language } = usePreferences();
  const {
    study: { data: study, error, refetch },
    stream,
  } = useStudy(id);
  if (study === undefined) {
    return (
      <Page title={t.title}>
        {error instanceof Failure && error.status === 404 ? (
          <NoStudy />
        ) : (
          <Panel>
            {error === null ? <Loading rows={8} /> : <FailureNote error={error} onRetry={() => void refetch()} />}
          </Panel>
        )}
      </Page>
    );
  }
  return (
    <StudyFrame study={study}>
      <Panel
        title={
          <span className={styles.title}>
            #{study.id} <StatusWord status={study.status} />
          </span>
        }
      >
        <div className={styles.head}>
          <StudyFacts study={study} />
          {study.finishedAt === null && <StudyProgress study={study} stream={stream} />}
          {study.status === 'cancelled' && <p className={styles.quiet}>{t.wasCancelled}</p>}
          {study.error !== null && <FailureNote error={new Error(t.whyFailed(studyNote(study.error, language)))} />}
          {study.status === 'completed' && <StudyVerdict study={study} />}
          {study.status === 'completed' && study.survivorship === 'complete' && (
            <p className={styles.quiet}>{t.survivors}</p>
          )}
          <StudyWarnings study={study} />
        </div>
      </Panel>
      {study.status === 'completed' && <StudyResult study={study} />}
    </StudyFrame>
  );
}

function StudyFrame({ study, children }: { study: Study; children: ReactNode }): ReactNode {
  const t = useMessages(studiesMessages);
  const name = useScreenName(study.screen.id);
  return (
    <Page
      title={t.titleOf(name)}
      aside={
        <>
          <Link href={`/screens/${study.screen.id}`}>{t.openScreen}</Link>
          <Link href={`/studies?screen=${study.screen.id}`}>{t.allOf}</Link>
          <Link href="/studies">{t.all}</Link>
        </>
      }
    >
      {children}
    </Page>
  );
}

function StudyWarnings({ study }: { study: Study }): ReactNode {
  const { language } = usePreferences();
  return <Warnings warnings={study.warnings.map((warning) => studyNote(warning, language))} />;
}

/** The figures of a completed study, what matters most first. */
function StudyResult({ study }: { study: Study }): ReactNode {
  const t = useMessages(studiesMessages);
  const { language } = usePreferences();
  const { id, groupHorizon } = study;
  const horizon = groupHorizon ?? study.askedHorizons.at(-1) ?? 0;
  return (
    <>
      {study.path.length > 0 && (
        <Panel title={t.path}>
          <PathChart path={study.path} />
        </Panel>
      )}
      <Panel title={t.horizons}>
        <HorizonTable horizons={study.horizons} />
      </Panel>
      <div className={styles.notable}>
        <Panel title={t.histogram(horizon)}>
          <Histogram bins={study.histogram} />
        </Panel>
        <Panel>
          <NotableCases title={t.best} cases={study.best} horizon={horizon} />
        </Panel>
        <Panel>
          <NotableCases title={t.worst} cases={study.worst} horizon={horizon} />
        </Panel>
      </div>
      <Panel title={t.groups(horizon)}>
        <StudyGroups study={study} />
      </Panel>
      <Panel title={t.tradable}>
        <TradeFacts study={study} />
      </Panel>
      <Panel title={t.sure}>
        <SureFacts study={study} />
      </Panel>
      <PortfolioPanel study={study} days={horizon} />
      <Panel title={t.assumed}>
        <ul className={styles.assumptions}>
          {study.assumptions.map((assumption) => (
            <li key={assumption}>{studyNote(assumption, language)}</li>
          ))}
        </ul>
      </Panel>
      <Panel
        title={t.allCases}
        aside={<DownloadButton path={`/api/studies/${id}/cases?format=csv`} label={t.csv} size="compact-sm" />}
      >
        <CaseTable id={id} horizon={horizon} />
      </Panel>
    </>
  );
}
