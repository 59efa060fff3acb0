import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { Excess } from './excess';
import { findMainHorizon, type Study } from './study-figures';
import { useStudyLibrary } from './study-queries';
import { studiesMessages } from './studies-messages';
import styles from './studies.module.css';

/** What the newest completed study of a screen says, in one line that leads to it. */
export function StudyLine({ screen }: { screen: string }): ReactNode {
  const t = useMessages(studiesMessages);
  const { data, error } = useStudyLibrary();
  // Its place is kept until the answer is there.
  if (data === undefined) return <span className={styles.quiet}>{error === null ? '\u00a0' : ''}</span>;
  const found = data.find((each) => each.screen === screen);
  if (found === undefined) return <span className={styles.quiet}>{t.notStudied}</span>;
  return (
    <Link className={styles.studyLine} href={`/studies/${found.study.id}`}>
      <StudyFigures study={found.study} />
      {found.discovery && (
        <span className={styles.discovery} title={t.discoveryWhy}>
          {t.discovery}
        </span>
      )}
    </Link>
  );
}

/** The figures of a completed study in one line. */
export function StudyFigures({ study }: { study: Study }): ReactNode {
  const t = useMessages(studiesMessages);
  const formats = useFormats();
  const main = findMainHorizon(study);
  if (main === undefined || main.n === 0) return <span className={styles.quiet}>{t.noCases}</span>;
  return (
    <span className={styles.figures}>
      {t.lineExcess} <Excess figures={main} /> · {t.lineDays(main.horizon)} · n={formats.count(main.n)}
      {main.insufficient && ` · ${t.few}`}
    </span>
  );
}
