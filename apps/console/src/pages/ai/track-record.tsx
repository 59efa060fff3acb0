import { Button, NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { api, readData, type Schemas } from '../../api/client';
import { useConsoleState } from '../../api/console-state';
import { DayField } from '../../parts/day-field';
import { DenseTable } from '../../parts/dense-table';
import { EmptyNote } from '../../parts/empty-note';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { Warnings } from '../../parts/warnings';
import { useSearchField } from '../../parts/search-field';
import { useFormats } from '../../i18n/formats';
import { defineMessages, useMessages } from '../../i18n/messages';
import { aiMessages } from './ai-messages';
import { modelsQuery } from './models-query';
import styles from './ai.module.css';
import { HitRate } from './hit-rate';

type Horizon = Schemas['HorizonRecordResponse'];

const KINDS = ['outlook', 'phase', 'event', 'screen'] as const;
const GROUPS = ['model', 'value', 'event'] as const;

const messages = defineMessages({
  zh: {
    outlook: '周展望',
    phase: '阶段判断',
    event: '事件',
    screen: '地量扫描命中',
    by: '分组',
    byModel: '模型与类别',
    byValue: '每种说法',
    byEvent: '每种事件',
    since: (from: string, to: string) => `${from} 至 ${to}`,
    unknownVersion: '版本未知',
    capExcess: '同市值超额',
    from: '判断日起',
    to: '判断日止',
    replay: '回放',
    horizon: '期限',
    days: (count: number) => `${count} 个交易日`,
    samples: '样本 n',
    worth: '有效',
    hitRate: '命中率与 95% 区间',
    base: '基准率',
    excess: '平均方向超额',
    months: '月数',
    unfillable: '买不到',
    insufficient: '样本少',
    none: '还没有到期的判断。判断之后第 5、10、20、60 个交易日收盘后才计分，每日一次。',
    noneSuch: '这些条件下没有判断。',
    clear: '清空筛选',
    howTitle: '怎么算',
    how: '每个模型版本（提示词或规则的版本，各自单列）对每个时期只计第一次判断，当时已知后来行情的判断不计。看涨：次日开盘买入（开盘即涨停买不到，最多试五个交易日，停牌也算一天），持有到买入日之后第 N 个交易日收盘，收益高于全市场同期中位数为对；看跌：低于中位数为对；震荡：收益在 ±½·σ60·√h 之内为对。停牌后才买到或卖出的，与它自己那段日子的中位数比。方向超额：看涨取超额，看跌取其相反数，即照判断做能比中位数多赚多少；「同市值超额」与流通市值相近的五分之一股票比。同一股票在一个样本持有期间不再计新样本，买不到的另列；区间为 Wilson 95%，按买入日聚集并计入持有期的重叠来折减样本数，全对或全错时一个持有期只当一个样本。买入、卖出与区间的算法与历史检验相同。基准率：同样的判断套在全部股票上，同期会有多少是对的——命中率高过它才算有本事。不足 12 个月或有效样本不足 30 的，灰显「样本少」，不下结论。',
  },
  en: {
    outlook: 'Weekly outlook',
    phase: 'Phase',
    event: 'Event',
    screen: 'Hits of the scan',
    by: 'Grouped by',
    byModel: 'model and kind',
    byValue: 'what was said',
    byEvent: 'event',
    since: (from, to) => `${from} to ${to}`,
    unknownVersion: 'version unknown',
    capExcess: 'Over its cap size',
    from: 'Judged from',
    to: 'Judged to',
    replay: 'replay',
    horizon: 'Horizon',
    days: (count) => `${count} trading days`,
    samples: 'Samples n',
    worth: 'Worth',
    hitRate: 'Hit rate, 95% interval',
    base: 'Base rate',
    excess: 'Mean signed excess',
    months: 'Months',
    unfillable: 'Not bought',
    insufficient: 'few samples',
    none: 'No judgement is old enough yet. They are scored 5, 10, 20 and 60 trading days later, once a day.',
    noneSuch: 'There is no judgement like that.',
    clear: 'Clear the filters',
    howTitle: 'How it is counted',
    how: 'The first judgement of a model’s version (of its prompt or rules, each with a record of its own) and period counts, and none that already knew what came after. Up: bought at the next open (not at one that is at the upper limit; five open days are tried, suspended ones among them), sold at the close so many open days after the entry, right where it beat the median of the whole market; down: right below the median; flat: right within ±½·σ60·√h. A stock that was bought or sold late is held against the median of its own days. Signed excess: the excess of what was said to rise, less that of what was said to fall: what following the judgements would have gained over the median. “Over its cap size” compares with the fifth of stocks of about the same circulating market cap. While a sample of a stock is held no other one of it counts; those that could not be bought at once are listed; the interval is Wilson’s at 95%, with fewer samples where they share a day or their windows overlap, and one a window where all were right or all wrong. Purchases, sales and intervals are those of outcome studies. Base rate: how often the same judgement of every stock would have been right on the same days; only a hit rate above it is worth something. Under 12 months or 30 effective samples it is grey: few samples, no verdict.',
  },
});

/** How often models were right, compared with what anybody would have been. */
export function TrackRecord(): ReactNode {
  const t = useMessages(aiMessages);
  const own = useMessages(messages);
  const [search, setSearch] = useSearchParams();
  const filter = readFilter(search);
  const filtered = Object.keys(filter).length > 0;
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['ai-track-record', filter],
    queryFn: () => readData(api.GET('/api/stock-cycle/ai-track-record', { params: { query: filter } })),
    placeholderData: keepPreviousData,
  });
  const { data: known } = useQuery(modelsQuery);
  const set = useSearchField();
  const models = new Set([...(known?.models.map(({ model }) => model) ?? []), ...(filter.model ? [filter.model] : [])]);
  return (
    <>
      <div className={styles.filters}>
        <NativeSelect
          aria-label={t.model}
          value={filter.model ?? ''}
          onChange={(event) => set('model', event.currentTarget.value)}
          data={[{ value: '', label: `${t.model}: ${t.all}` }, ...models]}
        />
        <NativeSelect
          aria-label={own.by}
          value={filter.by ?? 'model'}
          onChange={(event) => set('by', event.currentTarget.value === 'model' ? '' : event.currentTarget.value)}
          data={[
            { value: 'model', label: `${own.by}: ${own.byModel}` },
            { value: 'value', label: `${own.by}: ${own.byValue}` },
            { value: 'event', label: `${own.by}: ${own.byEvent}` },
          ]}
        />
        <NativeSelect
          aria-label={t.kind}
          value={filter.kind ?? ''}
          onChange={(event) => set('kind', event.currentTarget.value)}
          data={[{ value: '', label: `${t.kind}: ${t.all}` }, ...KINDS.map((value) => ({ value, label: own[value] }))]}
        />
        <label>
          {own.from}
          <DayField aria-label={own.from} value={filter.from ?? ''} onDay={(day) => set('from', day)} />
        </label>
        <label>
          {own.to}
          <DayField aria-label={own.to} value={filter.to ?? ''} onDay={(day) => set('to', day)} />
        </label>
        {filtered && (
          <Button variant="subtle" onClick={() => setSearch({}, { replace: true })}>
            {own.clear}
          </Button>
        )}
      </div>
      {data !== undefined && <Warnings warnings={data.warnings} />}
      {error !== null && <FailureNote error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading />}
      {data?.models.length === 0 && (
        <Panel>
          <EmptyNote>{filtered ? own.noneSuch : own.none}</EmptyNote>
        </Panel>
      )}
      <div className={isPlaceholderData ? `${styles.records} ${styles.dimmed}` : styles.records}>
        {data?.models.map((record) => (
          <ModelRecord key={toKey(record)} record={record} />
        ))}
      </div>
      <Panel title={own.howTitle}>
        <p className={styles.how}>{own.how}</p>
      </Panel>
    </>
  );
}

export function toKey({ model, version, kind, value, replay }: Schemas['ModelRecordResponse']): string {
  return [model, version, kind, value, replay].join(' ');
}

/** Of judgements that were kept before versions were, the version is not known. */
function listNames({ model, version }: Schemas['ModelRecordResponse'], unknownVersion: string): string[] {
  return version === 'unknown' ? [model, unknownVersion] : [`${model} ${version}`];
}

/** Hit rates of one group, a horizon a line. */
export function ModelRecord({ record }: { record: Schemas['ModelRecordResponse'] }): ReactNode {
  const own = useMessages(messages);
  const formats = useFormats();
  const { today } = useConsoleState();
  const title = [
    ...listNames(record, own.unknownVersion),
    own[record.kind],
    ...(record.value === null ? [] : [record.value]),
    ...(record.replay ? [own.replay] : []),
    own.since(formats.day(record.since, today), formats.day(record.through, today)),
  ].join(' · ');
  const grey = (row: Horizon, content: ReactNode): ReactNode =>
    row.insufficient ? <span className={styles.grey}>{content}</span> : content;
  return (
    <Panel title={title}>
      <DenseTable
        caption={title}
        rows={record.horizons}
        rowKey={({ horizon }) => horizon}
        columns={[
          { key: 'horizon', head: own.horizon, cell: (row) => grey(row, own.days(row.horizon)) },
          { key: 'n', head: own.samples, numeric: true, cell: (row) => grey(row, formats.count(row.n)) },
          {
            key: 'worth',
            head: own.worth,
            numeric: true,
            wideOnly: true,
            cell: (row) => grey(row, formats.decimal(row.nEff, 1)),
          },
          { key: 'rate', head: own.hitRate, cell: (row) => <HitRate record={row} /> },
          { key: 'base', head: own.base, numeric: true, cell: (row) => grey(row, formats.percent(row.baseRatePct)) },
          {
            key: 'excess',
            head: own.excess,
            numeric: true,
            wideOnly: true,
            cell: (row) => grey(row, formats.change(row.meanExcessPct)),
          },
          {
            key: 'capExcess',
            head: own.capExcess,
            numeric: true,
            wideOnly: true,
            cell: (row) => grey(row, formats.change(row.meanCapExcessPct)),
          },
          {
            key: 'months',
            head: own.months,
            numeric: true,
            wideOnly: true,
            cell: (row) => grey(row, formats.count(row.months)),
          },
          {
            key: 'unfillable',
            head: own.unfillable,
            numeric: true,
            wideOnly: true,
            cell: (row) => grey(row, formats.count(row.unfillable)),
          },
          {
            key: 'insufficient',
            head: '',
            cell: (row) => row.insufficient && <span className={styles.few}>{own.insufficient}</span>,
          },
        ]}
      />
    </Panel>
  );
}

interface RecordFilter {
  by?: (typeof GROUPS)[number];
  model?: string;
  kind?: (typeof KINDS)[number];
  from?: string;
  to?: string;
}

function readFilter(search: URLSearchParams): RecordFilter {
  const kind = KINDS.find((one) => one === search.get('kind'));
  const by = GROUPS.find((one) => one === search.get('by'));
  const text = (name: 'model' | 'from' | 'to'): Partial<Record<typeof name, string>> => {
    const value = search.get(name);
    return value === null || value === '' ? {} : { [name]: value };
  };
  return {
    ...(by === undefined ? {} : { by }),
    ...text('model'),
    ...(kind === undefined ? {} : { kind }),
    ...text('from'),
    ...text('to'),
  };
}
