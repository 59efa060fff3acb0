import { ActionIcon, Button, NativeSelect, Popover } from '@mantine/core';
import { IconArrowLeft, IconMinus, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useConsoleState } from '../../api/console-state';
import { DayFacts } from '../../chart/day-facts';
import { DayField } from '../../parts/day-field';
import { Change } from '../../parts/change';
import { isPhase, PHASES, usePhaseNames } from '../../parts/phases';
import { useValueOrigins } from '../../provenance/value-origins';
import { Provenance } from '../../provenance/provenance';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { TellMe } from '../notifications/tell-me';
import { AiFillMenu } from './ai-fill-menu';
import { addDays, daysBetween } from '../../records/calendar-days';
import { CloseButton } from './close-button';
import { MoreMenu } from './more-menu';
import type { SessionDetail, SessionRow } from './session-detail';
import { type SessionEdit, useSessionEdits } from './session-edits';
import styles from './session-head.module.css';
import { sessionMessages } from './session-messages';
import { useBars, useStock } from './stock-facts';
import { boardMessages } from './stock-messages';
import { useBackLink } from './back-link';

const WEEK = 7;
const MAX_PRIORITY = 100;

/** Who it is, how it stands, and what can be done with the session. */
export function SessionHead({
  detail,
  onFill,
}: {
  detail: SessionDetail;
  /** A fill was started as this job. */
  onFill: (jobId: number) => void;
}): ReactNode {
  const t = useMessages(sessionMessages);
  const boards = useMessages(boardMessages);
  const goBack = useBackLink();
  const { session } = detail;
  const stock = useStock(session.code);
  const edit = useSessionEdits(session.id);
  const origins = useValueOrigins();
  const days = useBars(session.code, 'day', 'qfq');
  return (
    <header className={styles.head}>
      <div className={styles.who}>
        <ActionIcon variant="subtle" size={28} onClick={goBack} aria-label={t.back} title={t.back}>
          <IconArrowLeft size={18} aria-hidden="true" />
        </ActionIcon>
        <h1>
          <span className="code">{session.code}</span> {session.stockName}
        </h1>
        {session.stockNameAtCreation !== null && session.stockNameAtCreation !== session.stockName && (
          <span className={styles.quiet}>{t.nameThen(session.stockNameAtCreation)}</span>
        )}
        {stock !== undefined && (
          <span className={styles.quiet}>{[boards[stock.board], stock.industry].filter(Boolean).join(' · ')}</span>
        )}
      </div>
      <Prices session={session} />
      <div className={styles.day}>
        <DayFacts bars={days} floatCapYi={session.circulatingMarketCapYi} />
      </div>
      <div className={styles.actions}>
        <PhaseSelect detail={detail} edit={edit} />
        <Priority priority={session.priority} edit={edit} />
        <Review nextReviewAt={session.nextReviewAt} edit={edit} />
        <span className={styles.quiet} title={session.fundamentalNote ?? undefined}>
          {t.fundamental}{' '}
          <Provenance lines={origins.score(session)}>
            <b className="figure">
              {session.fundamentalScore === null ? t.notScored : `${session.fundamentalScore}/20`}
            </b>
          </Provenance>
        </span>
        <AiFillMenu detail={detail} onStarted={onFill} />
        {session.status === 'open' && <CloseButton sessionId={session.id} edit={edit} />}
        <TellMe thing={{ kind: 'session', code: session.code, name: session.stockName ?? '' }} />
        <MoreMenu session={session} />
      </div>
    </header>
  );
}

function Prices({ session }: { session: SessionRow }): ReactNode {
  const t = useMessages(sessionMessages);
  const formats = useFormats();
  const { today } = useConsoleState();
  const bars = useBars(session.code, 'day', 'qfq');
  const [before, last] = bars.slice(-2);
  const change =
    before === undefined || last?.tradeDate !== session.latestTradeDate ? null : (last.close / before.close - 1) * 100;
  const origins = useValueOrigins();
  const basis = session.closeVsEntryBasis;
  return (
    <div className={styles.prices}>
      <span>
        <span className="spoken">{t.latest}</span>
        <Provenance lines={origins.close(session)}>
          <b className={`figure ${styles.price}`}>{formats.price(session.latestClose)}</b>
        </Provenance>{' '}
        {change !== null && <Change percent={change} />}{' '}
        <span className={styles.quiet}>{formats.day(session.latestTradeDate, today)}</span>
      </span>
      <span>
        <span className={styles.quiet}>{t.versusEntry}</span>{' '}
        <Provenance lines={origins.versusEntry(session)}>
          <Change percent={session.closeVsEntryPct} />
          {basis === 'raw' || basis === 'unknown' ? <span className={styles.quiet}> *</span> : null}
        </Provenance>
      </span>
      <span className={styles.quiet}>
        {t.entry} <span className="figure">{formats.day(session.entryDate, today)}</span>{' '}
        <span className="figure">{formats.price(session.entryClosePrice)}</span>
      </span>
    </div>
  );
}

type Editing = (edit: SessionEdit) => Promise<boolean>;

function PhaseSelect({ detail, edit }: { detail: SessionDetail; edit: Editing }): ReactNode {
  const t = useMessages(sessionMessages);
  const names = usePhaseNames();
  const { currentPrimaryPhase: phase } = detail.session;
  const letter = findRangePhase(detail);
  const choose = (value: string): void => {
    const chosen = isPhase(value) ? value : null;
    void edit({
      body: { current_primary_phase: chosen },
      guess: { currentPrimaryPhase: chosen },
      sentence: t.phaseIs(chosen === null ? t.noPhase : names[chosen]),
      undo: { current_primary_phase: phase },
    });
  };
  return (
    <span className={styles.phase} data-phase={phase ?? undefined}>
      <i aria-hidden="true" />
      <NativeSelect
        aria-label={t.phase}
        value={phase ?? ''}
        onChange={(event) => choose(event.currentTarget.value)}
        data={[{ value: '', label: t.noPhase }, ...PHASES.map((value) => ({ value, label: names[value] }))]}
      />
      {letter !== undefined && (
        <b className={styles.letter} title={t.rangePhase(letter)}>
          {letter}
        </b>
      )}
    </span>
  );
}

function Priority({ priority, edit }: { priority: number; edit: Editing }): ReactNode {
  const t = useMessages(sessionMessages);
  const move = (delta: 1 | -1): void => {
    const back = delta === 1 ? -1 : 1;
    void edit({
      body: { priority_delta: delta },
      guess: { priority: priority + delta },
      sentence: t.priorityIs(priority + delta),
      undo: { priority_delta: back },
    });
  };
  return (
    <span className={styles.priority} role="group" aria-label={t.priority}>
      <span className={styles.quiet}>{t.priority}</span>
      <ActionIcon variant="default" size={24} aria-label={t.lower} disabled={priority === 0} onClick={() => move(-1)}>
        <IconMinus size={12} aria-hidden="true" />
      </ActionIcon>
      <b className="figure">{priority}</b>
      <ActionIcon
        variant="default"
        size={24}
        aria-label={t.raise}
        disabled={priority === MAX_PRIORITY}
        onClick={() => move(1)}
      >
        <IconPlus size={12} aria-hidden="true" />
      </ActionIcon>
    </span>
  );
}

function Review({ nextReviewAt, edit }: { nextReviewAt: string | null; edit: Editing }): ReactNode {
  const t = useMessages(sessionMessages);
  const formats = useFormats();
  const { today } = useConsoleState();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const overdue = nextReviewAt === null ? 0 : daysBetween(nextReviewAt, today);
  const choose = async (day: string | null): Promise<void> => {
    const wasDone = await edit({
      body: { next_review_at: day },
      guess: { nextReviewAt: day },
      sentence: day === null ? t.reviewCleared : t.reviewIs(formats.day(day, today)),
      undo: { next_review_at: nextReviewAt },
    });
    if (wasDone) setOpen(false);
  };
  const toggle = (): void => {
    setTyped(nextReviewAt ?? '');
    setOpen(!open);
  };
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button variant="default" onClick={toggle} data-overdue={overdue > 0 || undefined} className={styles.review}>
          {t.review}&nbsp;<span className="figure">{reviewText()}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t.reviewDay}>
        <form
          className={styles.reviewForm}
          onSubmit={(event) => {
            event.preventDefault();
            void choose(typed === '' ? null : typed);
          }}
        >
          <DayField label={t.reviewDay} value={typed} onDay={setTyped} focused />
          <Button type="submit">{t.set}</Button>
          <div className={styles.reviewQuick}>
            <Button variant="default" onClick={() => void choose(addDays(today, WEEK))}>
              {t.oneWeek}
            </Button>
            <Button variant="default" onClick={() => void choose(addDays(today, 2 * WEEK))}>
              {t.twoWeeks}
            </Button>
            <Button variant="default" disabled={nextReviewAt === null} onClick={() => void choose(null)}>
              {t.clear}
            </Button>
          </div>
        </form>
      </Popover.Dropdown>
    </Popover>
  );

  function reviewText(): string {
    if (nextReviewAt === null) return t.noReview;
    const day = formats.day(nextReviewAt, today);
    if (overdue === 0) return `${day} · ${t.dueToday}`;
    return overdue > 0 ? `${day} · ${t.overdue(overdue)}` : day;
  }
}

/** The phase of the trading range (A to E) that the newest record tags. */
function findRangePhase({ dailyRows, weeklyRows }: SessionDetail): string | undefined {
  for (const row of [dailyRows[0], weeklyRows[0]]) {
    const tag = row?.cycleSubTags.find((candidate) => /^phase_[a-e]$/.test(candidate));
    if (tag !== undefined) return tag.slice(-1).toUpperCase();
  }
  return undefined;
}
