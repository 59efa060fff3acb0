import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { useConsoleState } from '../../api/console-state';
import { usePhaseNames } from '../../parts/phases';
import { useFormats } from '../../i18n/formats';
import { defineMessages, useMessages } from '../../i18n/messages';
import type { Consequences } from '../../records/record-calls';
import styles from './session.module.css';

type Rule = Schemas['FiredRuleResponse']['rule'];

const messages = defineMessages({
  zh: {
    phaseFollowed: (from: string, to: string) => `主阶段随最新周记录改变：${from} → ${to}`,
    phaseBlocked: (to: string) => `最新周记录提示${to}；主阶段由人工设定，未改动`,
    noPhase: '未设',
    suggested: '建议关闭',
    applied: '已自动关闭',
    dismiss: '知道了',
    adopt: (to: string) => `改为${to}`,
    reviewCleared: (day: string, phase: string) => `复核日期 ${day} 已清除：最新周记录提示${phase}，不再需要复核日期`,
    reviewAgain: (day: string) => `设回 ${day}`,
  },
  en: {
    phaseFollowed: (from, to) => `The primary phase follows the newest week: ${from} → ${to}`,
    phaseBlocked: (to) => `The newest week hints ${to}; the phase was set by hand and stays`,
    noPhase: 'none',
    suggested: 'Closing is suggested',
    applied: 'Closed by its rules',
    dismiss: 'Dismiss',
    adopt: (to) => `Set ${to}`,
    reviewCleared: (day, phase) => `The review date ${day} was cleared: the newest week hints ${phase} and needs none`,
    reviewAgain: (day) => `Set ${day} again`,
  },
});

const ruleMessages = defineMessages({
  zh: {
    weekly_markdown: '连续两周提示下跌',
    structure_failed: '结构失效（跌破冰线或弱势信号）',
    entry_drawdown: '较入场价跌幅过大',
    entry_low_broken: '跌破入场日低点',
    stale: '60 个交易日没有记录',
  } satisfies Record<Rule, string>,
  en: {
    weekly_markdown: 'two weeks in a row hint markdown',
    structure_failed: 'the structure failed (FTI or SOW)',
    entry_drawdown: 'too far below the entry price',
    entry_low_broken: 'the low of the entry day is broken',
    stale: 'no record for 60 trading days',
  },
});

/** What the last write led to: the phase that followed or did not, the rules that say that the session has run its course. */
export function ConsequenceNotes({
  consequences: { sessionPhaseSync, cycleAutoClose, reviewDateCleared },
  onAdopt,
  onReviewAt,
  onDismiss,
}: {
  consequences: Consequences;
  /** Sets the phase that was held back. */
  onAdopt: (phase: Schemas['SessionPhaseSyncResponse']['to']) => void;
  /** Sets the review date that was cleared. */
  onReviewAt: (day: string) => void;
  onDismiss?: () => void;
}): ReactNode {
  const t = useMessages(messages);
  const rules = useMessages(ruleMessages);
  const phases = usePhaseNames();
  const formats = useFormats();
  const { today } = useConsoleState();
  if (!sessionPhaseSync && !cycleAutoClose && !reviewDateCleared) return null;
  const from = sessionPhaseSync?.from ?? null;
  return (
    <div className={styles.consequences} role="status">
      <div>
        {sessionPhaseSync && (
          <p>
            {sessionPhaseSync.changed
              ? t.phaseFollowed(from === null ? t.noPhase : phases[from], phases[sessionPhaseSync.to])
              : t.phaseBlocked(phases[sessionPhaseSync.to])}{' '}
            {!sessionPhaseSync.changed && (
              <Button variant="default" size="compact-xs" onClick={() => onAdopt(sessionPhaseSync.to)}>
                {t.adopt(phases[sessionPhaseSync.to])}
              </Button>
            )}
          </p>
        )}
        {reviewDateCleared && (
          <p>
            {t.reviewCleared(formats.day(reviewDateCleared.nextReviewAt, today), phases[reviewDateCleared.phase])}{' '}
            <Button variant="default" size="compact-xs" onClick={() => onReviewAt(reviewDateCleared.nextReviewAt)}>
              {t.reviewAgain(formats.day(reviewDateCleared.nextReviewAt, today))}
            </Button>
          </p>
        )}
        {cycleAutoClose && (
          <>
            <p>
              <strong>{cycleAutoClose.applied ? t.applied : `⚠ ${t.suggested}`}</strong>
            </p>
            <ul>
              {cycleAutoClose.rules.map(({ rule, detail, tradeDate }) => (
                <li key={rule}>
                  {rules[rule]} <span className="figure">{formats.day(tradeDate)}</span>
                  <small>{detail}</small>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      {onDismiss !== undefined && (
        <ActionIcon variant="subtle" color="gray" size={24} aria-label={t.dismiss} onClick={onDismiss}>
          <IconX size={14} aria-hidden="true" />
        </ActionIcon>
      )}
    </div>
  );
}
