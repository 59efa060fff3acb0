import { Button, SegmentedControl } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { api, readData, type Schemas } from '../../api/client';
import { Failure } from '../../api/failure';
import { barsQuery } from '../../chart/chart-bars';
import { DayFacts } from '../../chart/day-facts';
import { OverlayChoice } from '../../chart/overlay-choice';
import { PANES } from '../../chart/panes/pane-names';
import { usePanes } from '../../chart/panes/use-panes';
import { DenseTable } from '../../parts/dense-table';
import { EmptyNote } from '../../parts/empty-note';
import { Facts } from '../../parts/facts';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Page, Panel } from '../../parts/page';
import { PhaseChip } from '../../parts/phase-chip';
import { useNotices } from '../../parts/undo';
import { Warnings } from '../../parts/warnings';
import { useValueOrigins } from '../../provenance/value-origins';
import { Provenance } from '../../provenance/provenance';
import { NOTHING, useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { setPreferences, usePreferences } from '../../preferences/preferences';
import { marketMessages } from './market-messages';
import { StockFinder } from './stock-finder';
import styles from './market.module.css';

const StockChart = lazy(() => import('../../chart/stock-chart').then((chart) => ({ default: chart.StockChart })));

/** A stock has no records: nothing of them is drawn. */
const STOCK_OVERLAYS = ['chips', 'averages', 'strength', ...PANES] as const;

/** One stock: what is known of it, its chart, and its sessions. */
export function MarketStock({ code }: { code: string }): ReactNode {
  const t = useMessages(marketMessages);
  const { data, error, refetch } = useQuery({
    queryKey: ['stocks', code],
    queryFn: () => readData(api.GET('/api/market/stocks/{code}', { params: { path: { code } } })),
  });
  return (
    <Page
      title={`${code} ${data?.stockName ?? ''}`.trim()}
      aside={
        <>
          <Link href="/market">{t.toMarket}</Link>
          <StockFinder />
        </>
      }
    >
      {error instanceof Failure && error.status === 404 ? (
        <EmptyNote action={<Link href="/market">{t.toMarket}</Link>}>{t.noStock}</EmptyNote>
      ) : (
        error !== null && <FailureNote error={error} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <Loading />}
      {data !== undefined && (
        <>
          <Warnings warnings={data.warnings} />
          <StockFacts stock={data} />
          <ChartPanel code={code} floatCapYi={data.circulatingMarketCapYi} />
          <StockSessions code={code} />
        </>
      )}
    </Page>
  );
}

function StockFacts({ stock }: { stock: Schemas['StockResponse'] }): ReactNode {
  const t = useMessages(marketMessages);
  const formats = useFormats();
  const origins = useValueOrigins();
  return (
    <Panel>
      <div className={styles.stack}>
        <Facts
          facts={[
            [t.board, t[stock.board]],
            [t.exchange, stock.exchange],
            [t.industry, stock.industry ?? NOTHING],
            [t.listed, stock.listDate ?? NOTHING],
            ...(stock.delistDate === null ? [] : [[t.delisted, stock.delistDate] as const]),
            [t.firstBar, stock.firstBarDate ?? NOTHING],
            [t.lastBar, stock.lastBarDate ?? NOTHING],
            [
              t.latestClose,
              <Provenance key="close" lines={origins.stockClose(stock)}>
                {formats.price(stock.latestClose)}
              </Provenance>,
            ],
            [
              t.cap,
              <Provenance key="cap" lines={origins.stockCap(stock)}>
                {formats.capYi(stock.circulatingMarketCapYi)}
              </Provenance>,
            ],
          ]}
        />
        {stock.names.length > 0 && (
          <DenseTable
            caption={t.names}
            rows={stock.names}
            rowKey={({ fromDate }) => fromDate}
            columns={[
              { key: 'name', head: t.names, cell: ({ name }) => name },
              { key: 'from', head: t.from, cell: ({ fromDate }) => <span className="figure">{fromDate}</span> },
              {
                key: 'to',
                head: t.to,
                cell: ({ toDate }) => <span className="figure">{toDate ?? t.untilNow}</span>,
              },
            ]}
          />
        )}
      </div>
    </Panel>
  );
}

function ChartPanel({ code, floatCapYi }: { code: string; floatCapYi: number | null }): ReactNode {
  const t = useMessages(marketMessages);
  const [parameters, setParameters] = useSearchParams();
  const period = parameters.get('period') === 'week' ? 'week' : 'day';
  const day = parameters.get('day');
  const { overlays } = usePreferences();
  const panes = usePanes(overlays);
  const { data: days } = useQuery(barsQuery(code, 'day'));
  return (
    <Panel
      title={t.chart}
      aside={
        <div className={styles.chartChoices}>
          <OverlayChoice
            className={styles.chartChoices}
            offered={STOCK_OVERLAYS}
            chosen={overlays}
            onChoose={(chosen) => setPreferences({ overlays: chosen })}
          />
          <SegmentedControl
            aria-label={t.lineKind}
            value={period}
            onChange={(chosen) =>
              setParameters(
                { ...(chosen === 'week' ? { period: 'week' } : {}), ...(day === null ? {} : { day }) },
                { replace: true },
              )
            }
            data={[
              { value: 'day', label: t.dayLine },
              { value: 'week', label: t.weekLine },
            ]}
          />
        </div>
      }
    >
      <DayFacts bars={days?.bars ?? []} floatCapYi={floatCapYi} />
      <div className={styles.chart} data-panes={panes.length}>
        <Suspense fallback={<Loading rows={8} />}>
          <StockChart
            code={code}
            period={period}
            span={period === 'day' ? '6m' : '1y'}
            chips={period === 'day' && overlays.includes('chips')}
            averages={overlays.includes('averages')}
            strength={overlays.includes('strength')}
            panes={panes}
            highlightedDay={day}
          />
        </Suspense>
      </div>
    </Panel>
  );
}

function StockSessions({ code }: { code: string }): ReactNode {
  const t = useMessages(marketMessages);
  const { data, error, refetch } = useQuery({
    queryKey: ['sessions', { code, status: 'all' }],
    queryFn: () =>
      readData(api.GET('/api/stock-cycle/sessions', { params: { query: { code, status: 'all', limit: 50 } } })),
  });
  return (
    <Panel title={t.sessions} aside={<Link href={`/sessions?status=all&code=${code}`}>{t.allSessions}</Link>}>
      {error !== null && <FailureNote error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading rows={2} />}
      {data !== undefined && data.sessions.length > 0 && (
        <DenseTable
          caption={t.sessions}
          rows={data.sessions}
          rowKey={({ id }) => id}
          columns={[
            { key: 'id', head: '#', cell: ({ id }) => <Link href={`/sessions/${id}`}>{id}</Link> },
            { key: 'entry', head: t.entry, cell: ({ entryDate }) => <span className="figure">{entryDate}</span> },
            { key: 'phase', head: t.stage, cell: (session) => <PhaseChip phase={session.currentPrimaryPhase} /> },
            { key: 'status', head: t.state, cell: ({ status }) => (status === 'open' ? t.open : t.closed) },
          ]}
        />
      )}
      {data !== undefined && !data.sessions.some(({ status }) => status === 'open') && (
        <Track code={code} first={data.sessions.length === 0} />
      )}
    </Panel>
  );
}

/** Opens a session at the suggested entry. */
function Track({ code, first }: { code: string; first: boolean }): ReactNode {
  const t = useMessages(marketMessages);
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const { done } = useNotices();
  const { data, error } = useQuery({
    queryKey: ['stocks', code, 'entry'],
    queryFn: () => readData(api.GET('/api/stock-cycle/sessions/suggest-entry', { params: { query: { code } } })),
  });
  const create = useMutation({
    mutationFn: (entryDate: string) =>
      readData(api.POST('/api/stock-cycle/sessions', { body: { code, entry_date: entryDate } })),
    onSuccess: ({ session: { id } }) => {
      void queries.invalidateQueries({ queryKey: ['sessions'] });
      done(t.created(code));
      navigate(`/sessions/${id}`);
    },
  });
  return (
    <div className={styles.stack}>
      {first && <p className={styles.hint}>{t.noSession}</p>}
      {error !== null && <p className={styles.hint}>{error.message}</p>}
      {data !== undefined && (
        <div>
          <Button loading={create.isPending} onClick={() => create.mutate(data.suggestedEntryDate)}>
            {t.createFrom(data.suggestedEntryDate)}
          </Button>
        </div>
      )}
      {create.error !== null && <FailureNote error={create.error} />}
    </div>
  );
}
