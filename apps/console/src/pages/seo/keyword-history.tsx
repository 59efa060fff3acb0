import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, readData, type Schemas } from '../../api/client';
import { DenseTable } from '../../parts/dense-table';
import { FailureNote } from '../../parts/failure-note';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { historyPoints } from './history-points';
import { useKeywordMetrics } from './keyword-metrics';
import { seoFieldMessages } from './seo-field-messages';
import { seoMessages } from './seo-messages';
import { TrendLine } from './trend-line';
import styles from './seo.module.css';

const SHOWN = 20;

/** Values that newer imports replaced: a line of the search volume up to now, and a table. Nothing if there are none. */
export function KeywordHistory({ of: keyword }: { of: Schemas['KeywordRowResponse'] }): ReactNode {
  const t = useMessages(seoMessages);
  const fields = useMessages(seoFieldMessages);
  const formats = useFormats();
  const figures = useKeywordMetrics();
  const { id } = keyword;
  const { data, error, refetch } = useQuery({
    queryKey: ['seo', 'keywords', 'history', id],
    queryFn: () =>
      readData(api.GET('/api/seo/keywords/{id}/history', { params: { path: { id }, query: { limit: SHOWN } } })),
  });
  if (error !== null) return <FailureNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined || data.items.length === 0) return null;
  const points = historyPoints(data.items, keyword);
  const ofSite = data.items.some(({ clicks, position }) => clicks !== null || position !== null);
  return (
    <>
      <h3>{t.history}</h3>
      {points.length > 1 && <TrendLine points={points} label={t.historyOf(keyword.keyword)} />}
      <DenseTable
        caption={t.history}
        rows={data.items}
        rowKey={({ replacedBy }) => replacedBy}
        columns={[
          { key: 'day', head: t.day, numeric: true, cell: ({ asOf, storedAt }) => asOf ?? storedAt.slice(0, 10) },
          ...figures,
          ...(ofSite
            ? [
                {
                  key: 'clicks',
                  head: fields.clicks,
                  numeric: true,
                  cell: ({ clicks }: { clicks: number | null }) => formats.count(clicks),
                },
                {
                  key: 'position',
                  head: fields.position,
                  numeric: true,
                  cell: ({ position }: { position: number | null }) => formats.decimal(position, 1),
                },
              ]
            : []),
          {
            key: 'until',
            head: t.until,
            numeric: true,
            wideOnly: true,
            cell: ({ replacedAt }) => formats.instant(replacedAt),
          },
        ]}
      />
      {data.pagination.hasMore && <p className={styles.hint}>{t.moreHistory(formats.count(data.pagination.total))}</p>}
    </>
  );
}
