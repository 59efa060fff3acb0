import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useConsoleState, useUser } from '../../api/console-state';
import { useMessages } from '../../i18n/messages';
import { FailureNote } from '../../parts/failure-note';
import { useChooseSource, useMarketSource } from '../market/market-source';
import { sourceMessages } from '../market/source-messages';
import styles from './today.module.css';

/** Asks an administrator once whether the demo market is what they want. Any choice answers it, for everybody. */
export function MarketQuestion(): ReactNode {
  const t = useMessages(sourceMessages);
  const [, navigate] = useLocation();
  const { marketSource } = useConsoleState();
  const asks = useUser().role === 'admin' && marketSource === 'demo';
  const { data } = useMarketSource(asks);
  const keep = useChooseSource(() => undefined);
  if (!asks || data?.setBy !== 'default') return null;
  return (
    <section className={styles.question} aria-label={t.question}>
      <h2>{t.question}</h2>
      <p>{t.questionText}</p>
      {keep.error !== null && <FailureNote error={keep.error} />}
      <Button onClick={() => navigate('/market')}>{t.toReal}</Button>
      <Button
        variant="default"
        loading={keep.isPending}
        onClick={() => keep.mutate({ source: 'demo', replace_demo: false })}
      >
        {t.keepDemo}
      </Button>
    </section>
  );
}
