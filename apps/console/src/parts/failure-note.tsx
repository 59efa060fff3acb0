import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Failure } from '../api/failure';
import { usePreferences } from '../preferences/preferences';
import { defineMessages, useMessages } from '../i18n/messages';
import { failureSentence } from './failure-messages';
import styles from './notes.module.css';

const messages = defineMessages({
  zh: {
    failed: '出错了',
    retry: '重试',
    details: '详情',
    request: (id: string) => `请求编号 ${id}`,
  },
  en: {
    failed: 'That failed',
    retry: 'Try again',
    details: 'Details',
    request: (id) => `request ${id}`,
  },
});

/** What went wrong in one sentence, what to do, and the rest folded away. */
export function FailureNote({ error, onRetry }: { error: unknown; onRetry?: () => void }): ReactNode {
  const t = useMessages(messages);
  const failure = error instanceof Failure ? error : undefined;
  const sentence = useFailureSentence()(error);
  return (
    <div className={styles.failure} role="alert">
      <p>
        <strong>⚠ {t.failed}</strong> {sentence}
      </p>
      {onRetry !== undefined && (
        <Button variant="default" onClick={onRetry}>
          {t.retry}
        </Button>
      )}
      {failure !== undefined && failure.code !== 'unreachable' && (
        <details>
          <summary>{t.details}</summary>
          <pre>
            {[
              failure.code,
              ...(sentence.includes(failure.message) ? [] : [failure.message]),
              ...failure.fields.map(({ field, message }) => `${field}: ${message}`),
              ...(failure.requestId === null ? [] : [t.request(failure.requestId)]),
            ].join('\n')}
          </pre>
        </details>
      )}
    </div>
  );
}

/** Turns an error into the sentence that a person reads. */
export function useFailureSentence(): (error: unknown) => string {
  const { language } = usePreferences();
  return (error) => {
    if (error instanceof Failure) return failureSentence(error, language);
    return error instanceof Error ? error.message : String(error);
  };
}
