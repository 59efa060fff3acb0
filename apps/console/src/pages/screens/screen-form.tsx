import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useConsoleState } from '../../api/console-state';
import { useMessages } from '../../i18n/messages';
import { useShortcuts } from '../../keys/shortcuts';
import { DayField } from '../../parts/day-field';
import { Panel } from '../../parts/page';
import { StartStudy } from '../studies/start-study';
import { FilterForm } from './filter-form';
import { fits, readFields } from './parameter-fields';
import { ParameterForm } from './parameter-form';
import { findChanges, NO_CHANGES, type ScreenDraft, toDraft } from './screen-draft';
import { areCapsReversed, readFilters } from './screen-filters';
import type { Screen } from './screen-list';
import { screensMessages } from './screens-messages';
import styles from './screens.module.css';

/** What to run a screen with. */
export function ScreenForm({
  screen,
  draft,
  running,
  onChange,
  onRun,
  onStop,
}: {
  screen: Screen;
  draft: ScreenDraft;
  running: boolean;
  onChange: (draft: ScreenDraft) => void;
  onRun: () => void;
  onStop: () => void;
}): ReactNode {
  const t = useMessages(screensMessages);
  const { today } = useConsoleState();
  const fields = readFields(screen.params);
  const { params, filters } = draft;
  const changes = findChanges(screen, draft);
  const changed = Object.keys(changes.params).length + Object.keys(changes.filters).length;
  const problem = areCapsReversed(filters) ? t.capsReversed : filters.boards.length === 0 ? t.noBoards : undefined;
  const ready = screen.available && problem === undefined && fields.every((field) => fits(field, params[field.name]));
  const run = (): void => {
    if (ready) onRun();
  };
  useShortcuts(t.title, [{ keys: ['Mod+Enter'], does: t.runKey, run, inFields: true }]);
  return (
    <Panel
      className={styles.form}
      title={t.settings}
      aside={<span className={styles.quiet}>{changed === 0 ? t.unchanged : t.changedCount(changed)}</span>}
    >
      <form
        aria-label={t.settings}
        className={styles.fields}
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        <div>
          <DayField label={t.day} value={draft.day} max={today} openOnly onDay={(day) => onChange({ ...draft, day })} />
          {draft.day === '' && <p className={styles.usual}>{t.newestDay}</p>}
        </div>
        <ParameterForm fields={fields} values={params} onChange={(next) => onChange({ ...draft, params: next })} />
        <FilterForm
          filters={filters}
          usual={readFilters(screen.filters)}
          onChange={(next) => onChange({ ...draft, filters: next })}
        />
        {problem !== undefined && (
          <p className={styles.caution} role="alert">
            {problem}
          </p>
        )}
        <div className={styles.actions}>
          <Button type="submit" disabled={!ready}>
            {t.run}
          </Button>
          {running ? (
            <Button variant="default" onClick={onStop}>
              {t.stop}
            </Button>
          ) : (
            <Button
              variant="subtle"
              disabled={changed === 0}
              onClick={() => onChange(toDraft(screen, NO_CHANGES, draft.day))}
            >
              {t.reset}
            </Button>
          )}
          <StartStudy screen={screen.id} changes={changes} disabled={!ready} />
        </div>
      </form>
    </Panel>
  );
}
