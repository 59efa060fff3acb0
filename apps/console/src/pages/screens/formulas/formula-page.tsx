import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'wouter';
import { useUser } from '../../../api/console-state';
import { Failure } from '../../../api/failure';
import { useDraftState } from '../../../drafts/draft-state';
import { useMessages } from '../../../i18n/messages';
import { EmptyNote } from '../../../parts/empty-note';
import { FailureNote } from '../../../parts/failure-note';
import { Loading } from '../../../parts/loading';
import { Page, Panel } from '../../../parts/page';
import { readFilters } from '../screen-filters';
import type { Screen } from '../screen-list';
import { useScreen } from '../screen-queries';
import { useOwner } from '../screens';
import { screensMessages } from '../screens-messages';
import { type FormulaDraft, draftOf, EMPTY_DRAFT } from './formula-draft';
import { FormulaEditor } from './formula-editor';
import { type FormulaLanguage, useFormulaLanguage } from './formula-language';
import { formulaMessages } from './formula-messages';
import styles from './formulas.module.css';

/** Where a screen of one's own begins. */
export function NewFormula(): ReactNode {
  const t = useMessages(formulaMessages);
  const { language, error, again } = useFormulaLanguage();
  return (
    <Page title={t.newTitle} aside={<ToScreens />}>
      {language === undefined ? (
        <Waiting error={error} onRetry={again} />
      ) : (
        <Writing key="new" language={language} screen={undefined} />
      )}
    </Page>
  );
}

/** A screen that a user wrote, to be changed by its owner and by administrators, and to be copied by the others. */
export function EditFormula(): ReactNode {
  const t = useMessages(formulaMessages);
  const { id } = useParams<{ id: string }>();
  const { data: screen, error, refetch } = useScreen(id);
  const { language, error: languageError, again } = useFormulaLanguage();
  const screens = useMessages(screensMessages);
  const missing = error instanceof Failure && error.status === 404;
  const none = missing ? screens.noSuchScreen : screen?.formula === null ? t.noFormula : undefined;
  return (
    <Page title={screen === undefined ? screens.title : t.editTitle(screen.name)} aside={<ToScreens screen={screen} />}>
      {none !== undefined ? (
        <Panel>
          <EmptyNote action={<Link href="/screens">{screens.toScreens}</Link>}>{none}</EmptyNote>
        </Panel>
      ) : screen === undefined || language === undefined ? (
        <Waiting
          error={error ?? languageError}
          onRetry={() => {
            void refetch();
            again();
          }}
        />
      ) : (
        <Writing key={`${screen.id} ${screen.version}`} language={language} screen={screen} />
      )}
    </Page>
  );
}

function ToScreens({ screen }: { screen?: Screen | undefined }): ReactNode {
  const t = useMessages(formulaMessages);
  const screens = useMessages(screensMessages);
  const ownerOf = useOwner();
  if (screen === undefined) return <Link href="/screens">{screens.toScreens}</Link>;
  return (
    <>
      <Link href={`/screens/${screen.id}`}>{t.toScreen}</Link>
      <span className={styles.quiet}>
        {screens.version(screen.version)} · {ownerOf(screen)}
      </span>
    </>
  );
}

function Waiting({ error, onRetry }: { error: Error | null; onRetry: () => void }): ReactNode {
  return <Panel>{error === null ? <Loading rows={10} /> : <FailureNote error={error} onRetry={onRetry} />}</Panel>;
}

/** The draft, which the tab keeps until it is saved or discarded. */
function Writing({ language, screen }: { language: FormulaLanguage; screen: Screen | undefined }): ReactNode {
  const { id, role } = useUser();
  const usual = readFilters(language.filters);
  const [first] = useState<FormulaDraft>(() => (screen === undefined ? EMPTY_DRAFT : draftOf(screen, usual)));
  const [draft, setDraft] = useDraftState(`screens.${screen?.id ?? 'new'}`, first);
  return (
    <FormulaEditor
      {...{ language, screen, usual, draft }}
      isChanged={draft !== first}
      isWriter={screen === undefined || screen.ownerId === id || role === 'admin'}
      onDraft={setDraft}
      onDiscard={() => setDraft(first)}
    />
  );
}
