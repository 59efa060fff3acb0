import { Button, Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, dataOf } from '../../api/client';
import { Failure } from '../../api/failure';
import { useNotices } from '../../parts/undo';
import { defineWords, useWords } from '../../words/words';
import { keepBefore } from './fill-before';
import { fillFailures } from './fill-words';
import type { SessionDetail } from './session-detail';

const words = defineWords({
  zh: {
    fill: 'AI 填',
    daily: '日记录',
    dailyHint: '补最近 10 个交易日的缺口，并重写最新一日',
    weekly: '周记录',
    weeklyHint: '补最近 8 周的缺口，并重写最新一周',
    onlyMissing: '周记录 · 只补缺口',
    fundamental: '基本面评分',
    fundamentalHint: '20 项，各 1 分',
    closed: '已关闭的跟踪不能填',
  },
  en: {
    fill: 'AI fill',
    daily: 'Daily records',
    dailyHint: 'fills gaps of the last 10 trading days and writes over the newest one',
    weekly: 'Weekly records',
    weeklyHint: 'fills gaps of the last 8 weeks and writes over the newest one',
    onlyMissing: 'Weekly records, gaps only',
    fundamental: 'Fundamental score',
    fundamentalHint: '20 items, a point each',
    closed: 'a closed session can’t be filled',
  },
});

const ASYNC = { Prefer: 'respond-async' };

type Kind = 'daily' | 'weekly' | 'weekly-missing' | 'fundamental';

/** Starts an AI fill as a job, and keeps how the records stood before. */
export function AiFillMenu({
  detail,
  onStarted,
}: {
  detail: SessionDetail;
  onStarted: (jobId: number) => void;
}): ReactNode {
  const say = useWords(words);
  const failures: Readonly<Record<string, string>> = useWords(fillFailures);
  const { failed } = useNotices();
  const { id, status } = detail.session;
  const { mutate, isPending } = useMutation({
    mutationFn: (kind: Kind) => start(id, kind),
    onSuccess: (jobId) => {
      keepBefore(jobId, detail);
      onStarted(jobId);
    },
    onError: (error) => {
      const sentence = error instanceof Failure ? failures[error.code] : undefined;
      failed(sentence === undefined ? error : new Error(sentence));
    },
  });
  const closed = status === 'closed';
  return (
    <Menu position="bottom-end" width={250}>
      <Menu.Target>
        <Button loading={isPending}>{say.fill}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {closed && <Menu.Label>{say.closed}</Menu.Label>}
        <Menu.Item disabled={closed} title={say.dailyHint} onClick={() => mutate('daily')}>
          {say.daily}
        </Menu.Item>
        <Menu.Item disabled={closed} title={say.weeklyHint} onClick={() => mutate('weekly')}>
          {say.weekly}
        </Menu.Item>
        <Menu.Item disabled={closed} onClick={() => mutate('weekly-missing')}>
          {say.onlyMissing}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item disabled={closed} title={say.fundamentalHint} onClick={() => mutate('fundamental')}>
          {say.fundamental}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

async function start(id: number, kind: Kind): Promise<number> {
  const params = { path: { id }, header: ASYNC };
  const reply = await {
    daily: () =>
      dataOf<object>(
        api.POST('/api/stock-cycle/sessions/{id}/ai-fill-daily', { params, body: { only_missing: false } }),
      ),
    weekly: () =>
      dataOf<object>(
        api.POST('/api/stock-cycle/sessions/{id}/ai-fill-weekly', { params, body: { only_missing: false } }),
      ),
    'weekly-missing': () =>
      dataOf<object>(
        api.POST('/api/stock-cycle/sessions/{id}/ai-fill-weekly', { params, body: { only_missing: true } }),
      ),
    fundamental: () => dataOf<object>(api.POST('/api/stock-cycle/sessions/{id}/ai-fill-fundamental', { params })),
  }[kind]();
  if (!('jobId' in reply) || typeof reply.jobId !== 'number') throw new Error('the server answered without a job');
  return reply.jobId;
}
