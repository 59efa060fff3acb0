import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, readData, type Schemas } from '../../api/client';
import { DenseTable } from '../../parts/dense-table';
import { Facts } from '../../parts/facts';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { useNotices } from '../../parts/undo';
import { NOTHING, useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { AddressField } from './address-field';
import { PAGE_ROWS, useSeoAddress } from './seo-address';
import { seoFieldMessages } from './seo-field-messages';
import { NoRow, OpenRow, SeoList } from './seo-list';
import { seoMessages } from './seo-messages';
import { TrendLine } from './trend-line';
import { trendPoints } from './trend-points';
import styles from './seo.module.css';

type Trend = Schemas['TrendDetailResponse'];

const CHOICES = 6;
const REST_MS = 200;

/** Trend keywords, last updated first. */
export function SeoTrends(): ReactNode {
  const t = useMessages(seoMessages);
  const fields = useMessages(seoFieldMessages);
  const formats = useFormats();
  const { get, offset, open } = useSeoAddress();
  const search = get('search');
  const query = { ...(search === '' ? {} : { search }), limit: PAGE_ROWS, offset };
  const list = useQuery({
    queryKey: ['seo', 'trends', query],
    queryFn: () => readData(api.GET('/api/seo/trends', { params: { query } })),
    placeholderData: keepPreviousData,
  });
  return (
    <SeoList
      kind="trends"
      list={list}
      filters={<AddressField name="search" label={t.search} className={styles.search} />}
      columns={[
        { key: 'keyword', head: fields.keyword, cell: (row) => <OpenRow id={row.id}>{row.keyword}</OpenRow> },
        { key: 'period', head: fields.period, cell: ({ period }) => period ?? NOTHING },
        { key: 'queries', head: t.queries, numeric: true, cell: (row) => formats.count(row.keywordCount) },
        {
          key: 'linked',
          head: t.linked,
          wideOnly: true,
          cell: ({ linkedKeywordId }) => (linkedKeywordId === null ? NOTHING : `#${linkedKeywordId}`),
        },
        {
          key: 'updated',
          head: fields.updated_at,
          numeric: true,
          wideOnly: true,
          cell: ({ updatedAt }) => formats.instant(updatedAt),
        },
      ]}
      facts={() => (open === undefined ? <NoRow /> : <TrendFacts key={open} id={open} />)}
    />
  );
}

function TrendFacts({ id }: { id: number }): ReactNode {
  const t = useMessages(seoMessages);
  const fields = useMessages(seoFieldMessages);
  const formats = useFormats();
  const { data, error, refetch } = useQuery({
    queryKey: ['seo', 'trends', id],
    queryFn: () => readData(api.GET('/api/seo/trends/{id}', { params: { path: { id } } })),
  });
  if (error !== null) return <FailureNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading rows={6} />;
  const points = trendPoints(data.trendData);
  return (
    <Panel title={data.keyword}>
      <div className={styles.stack}>
        {points.length > 1 && <TrendLine points={points} label={t.lineOf(data.keyword)} />}
        <Facts
          facts={[
            [fields.period, data.period ?? NOTHING],
            [t.queries, formats.count(data.keywordCount)],
            [fields.updated_at, formats.instant(data.updatedAt)],
          ]}
        />
        <LinkedKeyword trend={data} />
        <div className={styles.scroll}>
          <DenseTable
            caption={t.trends}
            rows={data.trendData}
            rowKey={(row) => row.id}
            columns={[
              { key: 'query', head: fields.query, cell: ({ query }) => query },
              {
                key: 'value',
                head: fields.trends_value,
                numeric: true,
                cell: ({ trendsValue, breakout, valueKind }) => (
                  <span title={valueKind === 'index' ? t.index : t.rise}>
                    {breakout
                      ? fields.breakout
                      : valueKind === 'index'
                        ? formats.decimal(trendsValue, 1)
                        : formats.percent(trendsValue, 0)}
                  </span>
                ),
              },
              {
                key: 'date',
                head: fields.trend_date,
                numeric: true,
                cell: ({ trendDate, collectedAt }) => (trendDate ?? collectedAt).slice(0, 10),
              },
            ]}
          />
        </div>
      </div>
    </Panel>
  );
}

/** The keyword record that the trend stands for: linked by somebody, found by its text, or none. */
function LinkedKeyword({ trend }: { trend: Trend }): ReactNode {
  const t = useMessages(seoMessages);
  const formats = useFormats();
  const queries = useQueryClient();
  const { done, failed } = useNotices();
  const { seoData, linkedKeywordId } = trend;
  const link = (keywordId: number | null): Promise<unknown> =>
    readData(
      api.PATCH('/api/seo/trends/{id}', { params: { path: { id: trend.id } }, body: { keyword_id: keywordId } }),
    ).finally(() => void queries.invalidateQueries({ queryKey: ['seo', 'trends'] }));
  const change = (keywordId: number | null, sentence: string): void => {
    link(keywordId).then(() => done(sentence, () => link(linkedKeywordId)), failed);
  };
  return (
    <>
      <div className={styles.actions}>
        <strong>{t.linked}</strong>
        {seoData === null ? (
          <span className={styles.hint}>{t.notLinked}</span>
        ) : (
          <span>
            {`${seoData.keyword} (${seoData.language}, ${seoData.source}) ${formats.count(seoData.searchVolume)}`}
            {linkedKeywordId === null && <span className={styles.hint}> · {t.byText}</span>}
          </span>
        )}
        {linkedKeywordId !== null && (
          <Button variant="default" onClick={() => change(null, t.unlinked)}>
            {t.unlink}
          </Button>
        )}
      </div>
      <KeywordChoice current={linkedKeywordId} onChoose={({ id, keyword }) => change(id, t.linkedTo(keyword))} />
    </>
  );
}

function KeywordChoice({
  current,
  onChoose,
}: {
  current: number | null;
  onChoose: (keyword: Schemas['KeywordRowResponse']) => void;
}): ReactNode {
  const t = useMessages(seoMessages);
  const formats = useFormats();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), REST_MS);
  const { data } = useQuery({
    queryKey: ['seo', 'keywords', { search, limit: CHOICES }],
    queryFn: () => readData(api.GET('/api/seo/keywords', { params: { query: { search, limit: CHOICES } } })),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });
  const found = search === '' ? [] : (data?.items ?? []).filter(({ id }) => id !== current);
  return (
    <>
      <TextInput label={t.linkSearch} value={typed} onChange={({ currentTarget }) => setTyped(currentTarget.value)} />
      {search !== '' && data !== undefined && found.length === 0 && <p className={styles.hint}>{t.nothing}</p>}
      <ul className={styles.choices}>
        {found.map((keyword) => (
          <li key={keyword.id}>
            <span>{`${keyword.keyword} (${keyword.language}, ${keyword.source}) ${formats.count(keyword.searchVolume)}`}</span>
            <Button
              variant="default"
              aria-label={`${t.link} ${keyword.keyword}`}
              onClick={() => {
                setTyped('');
                onChoose(keyword);
              }}
            >
              {t.link}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
