import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { Progress } from '../../parts/progress';
import { useFormats } from '../../i18n/formats';
import { defineMessages, useMessages } from '../../i18n/messages';
import { aiMessages } from './ai-messages';
import { modelsQuery } from './models-query';
import styles from './ai.module.css';
import { useFaultText } from './fault-messages';

const messages = defineMessages({
  zh: {
    silent: '还没有被问过',
    answered: (when: string) => `上次回答 ${when}`,
    failed: (when: string, why: string) => `${when} 失败：${why}`,
    notConfigured: '没有设置模型服务器（AI_BASE_URL），除 rules 外都不能问。',
    calls: '今日请求',
    tokens: '今日 token',
  },
  en: {
    silent: 'not asked yet',
    answered: (when) => `last answered ${when}`,
    failed: (when, why) => `failed ${when}: ${why}`,
    notConfigured: 'No server of models is set (AI_BASE_URL); only rules can be asked.',
    calls: 'Requests today',
    tokens: 'Tokens today',
  },
});

/** Each model's last heartbeat, and how much of the day's budget is spent. */
export function ModelsPanel(): ReactNode {
  const t = useMessages(aiMessages);
  const own = useMessages(messages);
  const formats = useFormats();
  const faultText = useFaultText();
  const { data, error, refetch } = useQuery(modelsQuery);
  if (data === undefined) {
    return (
      <Panel title={t.models}>
        {error === null ? <Loading rows={2} /> : <FailureNote error={error} onRetry={() => void refetch()} />}
      </Panel>
    );
  }
  const { models, budget, configured } = data;
  return (
    <Panel title={t.models}>
      {!configured && <p className={styles.fault}>⚠ {own.notConfigured}</p>}
      <ul className={styles.models}>
        {models.map(({ model, lastAnswerAt, lastFaultAt, lastFault }) => (
          <li key={model}>
            <span className="code">{model}</span>{' '}
            {lastFaultAt !== null && (lastAnswerAt === null || lastFaultAt > lastAnswerAt) ? (
              <span className={styles.fault}>✕ {own.failed(formats.instant(lastFaultAt), faultText(lastFault))}</span>
            ) : (
              <span className={styles.aside}>
                {lastAnswerAt === null ? `◌ ${own.silent}` : `✓ ${own.answered(formats.instant(lastAnswerAt))}`}
              </span>
            )}
          </li>
        ))}
      </ul>
      <Progress label={own.calls} done={budget.calls} total={budget.callsPerDay}>
        <span className={styles.aside}>{own.calls}</span>
      </Progress>
      <Progress label={own.tokens} done={budget.tokens} total={budget.tokensPerDay}>
        <span className={styles.aside}>{own.tokens}</span>
      </Progress>
    </Panel>
  );
}
