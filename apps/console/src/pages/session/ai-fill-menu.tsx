import { Button, Group, Menu, Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useConsoleState } from '../../api/console-state';
import { Failure } from '../../api/failure';
import { useNotices } from '../../parts/undo';
import { writtenByPerson } from '../../records/written-by-person';
import { useFormats } from '../../i18n/formats';
import { defineMessages, useMessages } from '../../i18n/messages';
import { keepBefore } from './fill-before';
import { type AnyRecord, getDay } from '../../records/record-calls';
import { fillFailures } from './fill-messages';
import type { SessionDetail } from './session-detail';
import { type FillKind, type PreviewKind, startFill } from './start-fill';

const messages = defineMessages({
  zh: {
    fill: 'AI 填',
    dailyMissing: '日记录 · 只补缺口',
    dailyMissingHint: '补最近 10 个交易日的缺口，已有的不动',
    daily: '日记录 · 并重写最新一日',
    dailyHint: '补最近 10 个交易日的缺口，并重写最新一日',
    weeklyMissing: '周记录 · 只补缺口',
    weeklyMissingHint: '补最近 8 周的缺口，已有的不动',
    weekly: '周记录 · 并重写最新一周',
    weeklyHint: '补最近 8 周的缺口，并重写最新一周',
    dailyPreview: '日记录 · 先看差异再写',
    weeklyPreview: '周记录 · 先看差异再写',
    previewHint: '让模型填一遍，逐项列出会改什么；确认后才写入，不再付费',
    preview: '先看差异',
    fundamental: '基本面评分',
    fundamentalHint: '20 项，各 1 分',
    closed: '已关闭的跟踪不能填',
    overwrites: '会重写人写的记录',
    names: (days: string) => `有 1 条人写的记录会被 AI 重写：${days}。批注留着，原值可在填写结果里恢复。`,
    rewrite: '重写',
    onlyMissing: '只补缺口',
    close: '关闭',
  },
  en: {
    fill: 'AI fill',
    dailyMissing: 'Daily records, gaps only',
    dailyMissingHint: 'fills gaps of the last 10 trading days; what is there stays',
    daily: 'Daily records, and the newest again',
    dailyHint: 'fills gaps of the last 10 trading days and writes over the newest one',
    weeklyMissing: 'Weekly records, gaps only',
    weeklyMissingHint: 'fills gaps of the last 8 weeks; what is there stays',
    weekly: 'Weekly records, and the newest again',
    weeklyHint: 'fills gaps of the last 8 weeks and writes over the newest one',
    dailyPreview: 'Daily records, look first',
    weeklyPreview: 'Weekly records, look first',
    previewHint: 'asks the models and lists what would change; written only when you say so, at no further cost',
    preview: 'Look first',
    fundamental: 'Fundamental score',
    fundamentalHint: '20 items, a point each',
    closed: 'a closed session can’t be filled',
    overwrites: 'This writes over a person’s record',
    names: (days) =>
      `1 record that a person wrote will be written over by AI: ${days}. Remarks stay; the result offers the old values.`,
    rewrite: 'Write over',
    onlyMissing: 'Gaps only',
    close: 'Close',
  },
});

type Kind = FillKind | PreviewKind;

/** A fill that would write over a person's record. */
interface Overwrite {
  readonly kind: 'daily' | 'weekly';
  readonly written: AnyRecord;
}

/** Starts an AI fill as a job, and keeps how the records stood before. */
export function AiFillMenu({
  detail,
  onStarted,
}: {
  detail: SessionDetail;
  onStarted: (jobId: number) => void;
}): ReactNode {
  const t = useMessages(messages);
  const { mutate, isPending } = useStartFill(detail, onStarted);
  const closed = detail.session.status === 'closed';
  const [asked, setAsked] = useState<Overwrite>();
  const rewrite = (kind: 'daily' | 'weekly'): void => {
    const written = writtenByPerson(detail, kind);
    if (written === undefined) mutate(kind);
    else setAsked({ kind, written });
  };
  return (
    <>
      <OverwriteBox
        overwrite={asked}
        onLeave={() => setAsked(undefined)}
        onChoose={(kind) => {
          setAsked(undefined);
          mutate(kind);
        }}
      />
      <Menu position="bottom-end" width={250}>
        <Menu.Target>
          <Button loading={isPending}>{t.fill}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {closed && <Menu.Label>{t.closed}</Menu.Label>}
          <Menu.Item disabled={closed} title={t.dailyMissingHint} onClick={() => mutate('daily-missing')}>
            {t.dailyMissing}
          </Menu.Item>
          <Menu.Item disabled={closed} title={t.dailyHint} onClick={() => rewrite('daily')}>
            {t.daily}
          </Menu.Item>
          <Menu.Item disabled={closed} title={t.previewHint} onClick={() => mutate('daily-preview')}>
            {t.dailyPreview}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item disabled={closed} title={t.weeklyMissingHint} onClick={() => mutate('weekly-missing')}>
            {t.weeklyMissing}
          </Menu.Item>
          <Menu.Item disabled={closed} title={t.weeklyHint} onClick={() => rewrite('weekly')}>
            {t.weekly}
          </Menu.Item>
          <Menu.Item disabled={closed} title={t.previewHint} onClick={() => mutate('weekly-preview')}>
            {t.weeklyPreview}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item disabled={closed} title={t.fundamentalHint} onClick={() => mutate('fundamental')}>
            {t.fundamental}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

function useStartFill(detail: SessionDetail, onStarted: (jobId: number) => void) {
  const failures: Readonly<Record<string, string>> = useMessages(fillFailures);
  const { failed } = useNotices();
  return useMutation({
    mutationFn: (kind: Kind) => startFill(detail.session.id, kind),
    onSuccess: (jobId) => {
      keepBefore(jobId, detail);
      onStarted(jobId);
    },
    onError: (error) => {
      const sentence = error instanceof Failure ? failures[error.code] : undefined;
      failed(sentence === undefined ? error : new Error(sentence));
    },
  });
}

/** Asks before a person's record is written over. */
function OverwriteBox({
  overwrite,
  onLeave,
  onChoose,
}: {
  overwrite: Overwrite | undefined;
  onLeave: () => void;
  onChoose: (kind: Kind) => void;
}): ReactNode {
  const t = useMessages(messages);
  const formats = useFormats();
  const { today } = useConsoleState();
  return (
    <Modal
      opened={overwrite !== undefined}
      onClose={onLeave}
      title={t.overwrites}
      closeButtonProps={{ 'aria-label': t.close }}
    >
      {overwrite !== undefined && (
        <>
          <p>{t.names(formats.day(getDay(overwrite.written), today))}</p>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => onChoose(overwrite.kind)}>
              {t.rewrite}
            </Button>
            <Button variant="default" onClick={() => onChoose(`${overwrite.kind}-preview`)}>
              {t.preview}
            </Button>
            <Button data-autofocus onClick={() => onChoose(`${overwrite.kind}-missing`)}>
              {t.onlyMissing}
            </Button>
          </Group>
        </>
      )}
    </Modal>
  );
}
