import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import { api, readData } from '../../api/client';
import { Facts } from '../../parts/facts';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Page, Panel } from '../../parts/page';
import { Progress } from '../../parts/progress';
import { StatusWord } from '../../parts/status-word';
import { NOTHING, useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { marketMessages } from './market-messages';
import { isUnderWay } from './sync-panel';
import styles from './market.module.css';

const POLL_MS = 1000;

/** One sync with Tushare, followed until it ends. */
export function MarketSync({ id }: { id: number }): ReactNode {
  const t = useMessages(marketMessages);
  const formats = useFormats();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['syncs', id],
    queryFn: () => readData(api.GET('/api/market/syncs/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state }) => (state.data !== undefined && isUnderWay(state.data) ? POLL_MS : false),
  });
  const ended = data !== undefined && !isUnderWay(data);
  useEffect(() => {
    if (ended) void queries.invalidateQueries({ queryKey: ['coverage'] });
  }, [ended, queries]);
  return (
    <Page title={t.syncNumber(id)} aside={<Link href="/market">{t.toMarket}</Link>}>
      <Panel>
        {error !== null && <FailureNote error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <Loading />}
        {data !== undefined && (
          <div className={styles.stack}>
            <Progress label={t.progress} done={data.unitsDone} total={data.unitsTotal}>
              <StatusWord status={data.status} />
              {data.resumeAt !== null && <span>{t.resumeAt(formats.instant(data.resumeAt))}</span>}
            </Progress>
            {data.error !== null && <p className={styles.error}>{`⚠ ${data.error}`}</p>}
            <Facts
              facts={[
                [t.kind, t[data.kind]],
                [t.span, `${data.from} – ${data.to}`],
                [t.stage, data.stage ?? NOTHING],
                [t.calls, formats.count(data.calls)],
                [t.rows, formats.count(data.rows)],
                [t.startedBy, data.startedBy ?? t.bySchedule],
                [t.startedAt, formats.instant(data.startedAt)],
                [t.finishedAt, formats.instant(data.finishedAt)],
              ]}
            />
          </div>
        )}
      </Panel>
    </Page>
  );
}
