import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, readData, type Schemas } from '../../../api/client';
import { useMessages } from '../../../i18n/messages';
import { FailureNote } from '../../../parts/failure-note';
import { Loading } from '../../../parts/loading';
import { Panel } from '../../../parts/page';
import type { Study } from '../study-figures';
import styles from '../studies.module.css';
import { PortfolioForm } from './portfolio-form';
import { portfolioMessages } from './portfolio-messages';
import { PortfolioResult } from './portfolio-result';

/** What a portfolio that buys the cases of the study would have made, by the rules that the form has. */
export function PortfolioPanel({ study, days }: { study: Study; days: number }): ReactNode {
  const t = useMessages(portfolioMessages);
  const { id, overlap } = study;
  const simulation = useMutation({
    mutationFn: (body: Schemas['PortfolioBody']) =>
      readData(api.POST('/api/studies/{id}/portfolio', { params: { path: { id } }, body })),
  });
  const { data, error, isPending } = simulation;
  return (
    <Panel title={t.title}>
      <p className={styles.quiet}>{t.text}</p>
      {overlap === 'first' && <p className={styles.quiet}>{t.onlyFirst}</p>}
      <PortfolioForm days={days} isPending={isPending} onSimulate={simulation.mutate} />
      {error !== null && <FailureNote error={error} />}
      {isPending && (
        <div role="status">
          <span className="spoken">{t.simulating}</span>
          <Loading rows={4} />
        </div>
      )}
      {data !== undefined && <PortfolioResult portfolio={data} />}
    </Panel>
  );
}
