import { Button, Group, Modal, NativeSelect } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { api, readData } from '../../api/client';
import { useConsoleState } from '../../api/console-state';
import { useMessages } from '../../i18n/messages';
import { DayField } from '../../parts/day-field';
import { FailureNote } from '../../parts/failure-note';
import { useCoverage } from '../market/market-coverage';
import type { ScreenChanges } from '../screens/screen-draft';
import { yearsBefore } from './study-figures';
import { STUDY_LISTS } from './study-queries';
import { studiesMessages } from './studies-messages';
import styles from './studies.module.css';

const YEARS = 3;
const OVERLAPS = ['first', 'all'] as const;
type Overlap = (typeof OVERLAPS)[number];

/** Opens the form of a study of a screen, with the parameters and filters that its own form has now. */
export function StartStudy({
  screen,
  changes,
  disabled,
}: {
  screen: string;
  changes: ScreenChanges;
  disabled: boolean;
}): ReactNode {
  const t = useMessages(studiesMessages);
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" disabled={disabled} onClick={() => setOpened(true)}>
        {t.start}
      </Button>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={t.startTitle}
        closeButtonProps={{ 'aria-label': t.cancelForm }}
      >
        <StudyForm screen={screen} changes={changes} />
      </Modal>
    </>
  );
}

function StudyForm({ screen, changes }: { screen: string; changes: ScreenChanges }): ReactNode {
  const t = useMessages(studiesMessages);
  const usual = useUsualSpan();
  const [typed, setTyped] = useState<{ from?: string; to?: string }>({});
  const [overlap, setOverlap] = useState<Overlap>('first');
  const { from, to } = { ...usual, ...typed };
  const isBackwards = from !== '' && to !== '' && from > to;
  const start = useStart();
  return (
    <form
      className={styles.form}
      aria-label={t.startTitle}
      onSubmit={(event) => {
        event.preventDefault();
        // In React's tree the form of the screen is around this one.
        event.stopPropagation();
        start.mutate({ screen, changes, from, to, overlap });
      }}
    >
      <p className={styles.quiet}>{t.startText}</p>
      <div className={styles.days}>
        <DayField label={t.from} value={from} max={usual.to} onDay={(day) => setTyped({ ...typed, from: day })} />
        <DayField label={t.to} value={to} max={usual.to} onDay={(day) => setTyped({ ...typed, to: day })} />
      </div>
      <NativeSelect
        label={t.overlap}
        value={overlap}
        data={[
          { value: 'first', label: t.first },
          { value: 'all', label: t.everyHit },
        ]}
        onChange={({ currentTarget: { value } }) => setOverlap(OVERLAPS.find((each) => each === value) ?? 'first')}
      />
      {isBackwards && (
        <p className={styles.caution} role="alert">
          {t.backwards}
        </p>
      )}
      {start.error !== null && <FailureNote error={start.error} />}
      <Group justify="flex-end">
        <Button type="submit" loading={start.isPending} disabled={from === '' || to === '' || isBackwards}>
          {t.startDo}
        </Button>
      </Group>
    </form>
  );
}

/** The last three years that the market has, up to its newest complete day. */
function useUsualSpan(): { from: string; to: string } {
  const { marketDataThrough } = useConsoleState();
  const { data } = useCoverage();
  const to = data?.latestCompleteDay ?? marketDataThrough ?? '';
  if (to === '') return { from: '', to };
  const [from, first] = [yearsBefore(to, YEARS), data?.from ?? ''];
  return { from: from < first ? first : from, to };
}

interface Asked {
  readonly screen: string;
  readonly changes: ScreenChanges;
  readonly from: string;
  readonly to: string;
  readonly overlap: Overlap;
}

/** Starts the study, and goes to its page. */
function useStart() {
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ screen, changes: { params, filters }, from, to, overlap }: Asked) =>
      readData(
        api.POST('/api/studies', {
          body: { screen, params: { ...params }, filters: { ...filters }, from, to, overlap },
        }),
      ),
    onSuccess: ({ studyId }) => {
      void queries.invalidateQueries({ queryKey: STUDY_LISTS });
      navigate(`/studies/${studyId}`);
    },
  });
}
