import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Failure } from '../api/failure';
import { defineWords, useWords } from '../words/words';
import styles from './notes.module.css';

const words = defineWords({
  zh: {
    failed: '出错了',
    unreachable: '连接不上服务器。已显示的内容保留，请稍后重试。',
    retry: '重试',
    details: '详情',
    request: (id: string) => `请求编号 ${id}`,
  },
  en: {
    failed: 'That failed',
    unreachable: 'The server can’t be reached. What is shown stays; try again in a moment.',
    retry: 'Try again',
    details: 'Details',
    request: (id) => `request ${id}`,
  },
});

/** What went wrong in one sentence, what to do, and the rest folded away. */
export function FailureNote({ error, onRetry }: { error: unknown; onRetry?: () => void }): ReactNode {
  const say = useWords(words);
  const failure = error instanceof Failure ? error : undefined;
  return (
    <div className={styles.failure} role="alert">
      <p>
        <strong>⚠ {say.failed}</strong> {useFailureSentence()(error)}
      </p>
      {onRetry !== undefined && (
        <Button variant="default" onClick={onRetry}>
          {say.retry}
        </Button>
      )}
      {failure !== undefined && (failure.fields.length > 0 || failure.requestId !== null) && (
        <details>
          <summary>{say.details}</summary>
          <pre>
            {[
              failure.code,
              ...failure.fields.map(({ field, message }) => `${field}: ${message}`),
              ...(failure.requestId === null ? [] : [say.request(failure.requestId)]),
            ].join('\n')}
          </pre>
        </details>
      )}
    </div>
  );
}

/** Turns an error into the sentence that a person reads. */
export function useFailureSentence(): (error: unknown) => string {
  const say = useWords(words);
  return (error) => {
    if (error instanceof Failure && error.code === 'unreachable') return say.unreachable;
    return error instanceof Error ? error.message : String(error);
  };
}
