import { Button, Tabs } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useParams } from 'wouter';
import { Failure } from '../../api/failure';
import { useConsoleState } from '../../api/console-state';
import { useShortcuts } from '../../keys/shortcuts';
import { EmptyNote } from '../../parts/empty-note';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { type Phase, usePhaseNames } from '../../parts/phases';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { ChartPanel } from './chart-panel';
import { ConsequenceNotes } from './consequence-notes';
import { FillPanel } from './fill-panel';
import { History } from './history';
import { toMonday } from '../../records/calendar-days';
import { getDay } from '../../records/record-calls';
import { type Consequences } from '../../records/record-calls';
import { useRecordWrites } from './record-writes';
import { useNeighbours } from './neighbours';
import { Records } from './records';
import { type RecordKind, type SessionAddress, TABS } from './session-address';
import { type SessionDetail, useSessionDetail } from './session-detail';
import { useSessionEdits } from './session-edits';
import { SessionHead } from './session-head';
import styles from './session.module.css';
import { sessionMessages } from './session-messages';
import { TrackRecord } from './track-record';
import { useSessionAddress } from './use-session-address';

/** One tracking session: how it stands, its chart, its records, what AI fills changed, how models did, what happened. */
export function Session(): ReactNode {
  const t = useMessages(sessionMessages);
  const { id: text } = useParams<{ id: string }>();
  const id = /^\d{1,15}$/.test(text) ? Number(text) : null;
  return id === null ? <NoSession>{t.notFound}</NoSession> : <KnownSession key={id} id={id} />;
}

function KnownSession({ id }: { id: number }): ReactNode {
  const t = useMessages(sessionMessages);
  const { data: detail, error, refetch } = useSessionDetail(id);
  if (detail !== undefined) return <OneSession detail={detail} />;
  if (error === null) {
    return (
      <div className={styles.missing}>
        <Loading rows={10} />
      </div>
    );
  }
  if (error instanceof Failure && error.status === 404) return <NoSession>{t.notFound}</NoSession>;
  return (
    <div className={styles.missing}>
      <FailureNote error={error} onRetry={() => void refetch()} />
    </div>
  );
}

function NoSession({ children }: { children: string }): ReactNode {
  const t = useMessages(sessionMessages);
  return (
    <div className={styles.missing}>
      <h1 className="spoken">{t.session}</h1>
      <EmptyNote action={<Link href="/sessions">{t.toList}</Link>}>{children}</EmptyNote>
    </div>
  );
}

/** The day whose record is open stays marked on the chart while no other row is pointed at. */
function getOpenDay({ record }: SessionAddress): string | null {
  return record === null || record.day === 'new' ? null : record.day;
}

function OneSession({ detail }: { detail: SessionDetail }): ReactNode {
  const { session } = detail;
  const [address, onAddress] = useSessionAddress();
  const [pointed, setPointed] = useState<string | null>(null);
  const [hovered, setHovered] = useState<string | null>(null);
  const title = `${session.code} ${session.stockName ?? ''}`;
  useEffect(() => {
    document.title = `${title} · Stock Cycle`;
  }, [title]);
  const openDay = (day: string): void => {
    if (day < session.entryDate || session.status === 'closed') return;
    const kind = address.period === 'week' ? 'weekly' : 'daily';
    onAddress({ tab: 'records', record: { kind, day: findRecordDay(detail, kind, day) } });
  };
  useKeys(detail, address, onAddress);
  return (
    <div className={styles.page}>
      <SessionHead detail={detail} onFill={(fill) => onAddress({ tab: 'ai', fill })} />
      <div className={styles.body}>
        <ChartPanel
          detail={detail}
          address={address}
          onAddress={onAddress}
          pointed={pointed ?? getOpenDay(address)}
          onHover={setHovered}
          onDay={openDay}
        />
        <Side detail={detail} address={address} onAddress={onAddress} hovered={hovered} onPoint={setPointed} />
      </div>
    </div>
  );
}

function Side({
  detail,
  address,
  onAddress,
  hovered,
  onPoint,
}: {
  detail: SessionDetail;
  address: SessionAddress;
  onAddress: (changes: Partial<SessionAddress>) => void;
  hovered: string | null;
  onPoint: (day: string | null) => void;
}): ReactNode {
  const t = useMessages(sessionMessages);
  const { session } = detail;
  const [consequences, setConsequences] = useState<Consequences>({});
  const { adopt, reviewAt } = useConsequenceEdits(session.id, () => setConsequences({}));
  const writes = useRecordWrites(session.id, setConsequences);
  const { kind, onKind, onOpen } = useRecordKind(address, onAddress);
  const names = { records: t.records, ai: t.aiFill, track: t.track, history: t.history };
  return (
    <section className={styles.side}>
      {session.status === 'closed' && <ClosedLine detail={detail} />}
      <Tabs
        value={address.tab}
        onChange={(tab) => onAddress({ tab: TABS.find((known) => known === tab) ?? 'records' })}
        keepMounted={false}
        className={styles.tabs}
      >
        <Tabs.List>
          {TABS.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {names[tab]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="records" className={styles.tab}>
          <ConsequenceNotes
            consequences={consequences}
            onAdopt={adopt}
            onReviewAt={reviewAt}
            onDismiss={() => setConsequences({})}
          />
          <Records
            detail={detail}
            writes={writes}
            kind={kind}
            onKind={onKind}
            open={address.record}
            onOpen={onOpen}
            hovered={hovered}
            onPoint={onPoint}
          />
        </Tabs.Panel>
        <Tabs.Panel value="ai" className={styles.tab}>
          <FillPanel
            detail={detail}
            jobId={address.fill}
            writes={writes}
            onPoint={onPoint}
            onDismiss={() => onAddress({ fill: null, tab: 'records' })}
            onStarted={(jobId) => onAddress({ fill: jobId, tab: 'ai' })}
            onAdopt={adopt}
            onReviewAt={reviewAt}
          />
        </Tabs.Panel>
        <Tabs.Panel value="track" className={styles.tab}>
          <TrackRecord judgements={detail.aiJudgements} />
        </Tabs.Panel>
        <Tabs.Panel value="history" className={styles.tab}>
          <History detail={detail} />
        </Tabs.Panel>
      </Tabs>
    </section>
  );
}

/** The kind of records that are listed: that of the open record, else the one that was chosen last. */
function useRecordKind(
  { record, period }: SessionAddress,
  onAddress: (changes: Partial<SessionAddress>) => void,
): { kind: RecordKind; onKind: (kind: RecordKind) => void; onOpen: (record: SessionAddress['record']) => void } {
  const [chosen, setChosen] = useState<RecordKind>(record?.kind ?? (period === 'week' ? 'weekly' : 'daily'));
  return {
    kind: record?.kind ?? chosen,
    onKind: (kind) => {
      setChosen(kind);
      onAddress({ record: null });
    },
    onOpen: (opened) => {
      if (opened !== null) setChosen(opened.kind);
      onAddress({ record: opened });
    },
  };
}

/** What the consequences of a record propose: the phase of the session, and the day of its next review. */
function useConsequenceEdits(
  sessionId: number,
  onAdopt: () => void,
): { adopt: (phase: Phase) => void; reviewAt: (day: string) => void } {
  const t = useMessages(sessionMessages);
  const phases = usePhaseNames();
  const formats = useFormats();
  const { today } = useConsoleState();
  const edit = useSessionEdits(sessionId);
  const adopt = (phase: Phase): void => {
    onAdopt();
    void edit({
      body: { current_primary_phase: phase },
      guess: { currentPrimaryPhase: phase },
      sentence: t.phaseIs(phases[phase]),
    });
  };
  const reviewAt = (day: string): void => {
    void edit({
      body: { next_review_at: day },
      guess: { nextReviewAt: day },
      sentence: t.reviewIs(formats.day(day, today)),
      undo: { next_review_at: null },
    });
  };
  return { adopt, reviewAt };
}

/** In the place of a wall of disabled fields. */
function ClosedLine({ detail: { session } }: { detail: SessionDetail }): ReactNode {
  const t = useMessages(sessionMessages);
  const formats = useFormats();
  const { today } = useConsoleState();
  const edit = useSessionEdits(session.id);
  const { endReason, endedAt } = session;
  const reopen = (): void => {
    void edit({
      body: { reopen: true },
      guess: { status: 'open', endReason: null },
      sentence: t.reopenedDone,
      undo: { close: true, ...(endReason === null ? {} : { end_reason: endReason }) },
    });
  };
  return (
    <p className={styles.closed}>
      <b>{t.closedOn(endedAt === null ? formats.day(today) : formats.instant(endedAt).slice(0, 5))}</b>
      {endReason !== null && <span>{endReason}</span>}
      <span>{t.closedMeans}</span>
      <Button variant="subtle" size="compact-xs" onClick={reopen}>
        {t.reopen}
      </Button>
    </p>
  );
}

function useKeys(
  { session, dailyRows, weeklyRows }: SessionDetail,
  { period }: SessionAddress,
  onAddress: (changes: Partial<SessionAddress>) => void,
): void {
  const t = useMessages(sessionMessages);
  const editable = session.status === 'open';
  const kind = period === 'week' ? 'weekly' : 'daily';
  const newest = kind === 'daily' ? dailyRows[0] : weeklyRows[0];
  const goOn = useNeighbours(session.id);
  useShortcuts(t.session, [
    { keys: ['j'], does: t.nextSession, run: () => goOn(1) },
    { keys: ['k'], does: t.previousSession, run: () => goOn(-1) },
    { keys: ['d'], does: t.dayPeriod, run: () => onAddress({ period: 'day' }) },
    { keys: ['w'], does: t.weekPeriod, run: () => onAddress({ period: 'week' }) },
    {
      keys: ['e'],
      does: t.editNewest,
      run: () => {
        if (editable && newest !== undefined) {
          onAddress({ tab: 'records', record: { kind, day: getDay(newest) } });
        }
      },
    },
    {
      keys: ['n'],
      does: t.newRecord,
      run: () => {
        if (editable) onAddress({ tab: 'records', record: { kind, day: 'new' } });
      },
    },
  ]);
}

/** A bar's day as the records name it: a week's record may end on a later day than the stock's last bar in it. */
function findRecordDay({ weeklyRows }: SessionDetail, kind: RecordKind, day: string): string {
  if (kind === 'daily') return day;
  const record = weeklyRows.find(({ weekEndDate }) => toMonday(weekEndDate) === toMonday(day));
  return record?.weekEndDate ?? day;
}
