import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, readData } from '../../../api/client';
import { useMessages } from '../../../i18n/messages';
import { FailureNote } from '../../../parts/failure-note';
import { Loading } from '../../../parts/loading';
import { Panel } from '../../../parts/page';
import type { ScreenFilters } from '../screen-filters';
import type { Screen } from '../screen-list';
import { SCREENS } from '../screen-queries';
import { screensMessages } from '../screens-messages';
import screenStyles from '../screens.module.css';
import { draftOf, type FormulaDraft } from './formula-draft';
import { formulaMessages } from './formula-messages';
import styles from './formulas.module.css';

/** The earlier versions of a screen: the text of one, which can be put back into the editor. */
export function FormulaVersions({
  screen,
  usual,
  onRestore,
}: {
  screen: Screen;
  usual: ScreenFilters;
  onRestore: (version: Pick<FormulaDraft, 'formula' | 'filters'>, number: number) => void;
}): ReactNode {
  const t = useMessages(formulaMessages);
  const screens = useMessages(screensMessages);
  const [chosen, setChosen] = useState(screen.version - 1);
  const { data, error, refetch } = useScreenVersion(screen.id, chosen);
  const earlier = Array.from({ length: screen.version - 1 }, (_, back) => screen.version - 1 - back);
  const draft = data === undefined ? undefined : draftOf(data, usual);
  return (
    <Panel title={t.versions}>
      <div className={styles.versions}>
        <NativeSelect
          aria-label={t.versions}
          value={String(chosen)}
          data={earlier.map((version) => ({ value: String(version), label: screens.version(version) }))}
          onChange={({ currentTarget: { value } }) => setChosen(Number(value))}
        />
        <Button
          variant="default"
          disabled={draft === undefined}
          onClick={() => draft !== undefined && onRestore({ formula: draft.formula, filters: draft.filters }, chosen)}
        >
          {t.restore}
        </Button>
      </div>
      {error !== null && <FailureNote error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading rows={3} />}
      {draft !== undefined && (
        <>
          <pre className={screenStyles.source} tabIndex={0} role="region" aria-label={screens.version(chosen)}>
            {draft.formula}
          </pre>
          {JSON.stringify(draft.filters) !== JSON.stringify(draftOf(screen, usual).filters) && (
            <p className={styles.quiet}>{t.otherFilters}</p>
          )}
        </>
      )}
    </Panel>
  );
}

/** A version of a screen. It never changes. */
function useScreenVersion(id: string, version: number) {
  return useQuery<Screen>({
    queryKey: [...SCREENS, 'version', id, version],
    queryFn: async ({ signal }) =>
      (await readData(api.GET('/api/screens/{id}', { params: { path: { id }, query: { version } }, signal }))).screen,
    staleTime: Infinity,
  });
}
