import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useConsoleState } from '../../api/console-state';
import { type MiniBars, useMiniBars } from '../../chart/mini-bars';
import { Change } from '../../parts/change';
import { type Column, DenseTable, type Sorting } from '../../parts/dense-table';
import { useValueOrigins } from '../../provenance/value-origins';
import { Provenance } from '../../provenance/provenance';
import { NOTHING, useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import type { HitRows } from './hit-grid';
import { type Hit, marginPct, type Scan } from './hit-list';
import { HitNotes } from './hit-notes';
import { scanMessages } from './scan-messages';

/** Hits with all their values. */
export function HitTable({
  hits,
  scan,
  ticked,
  deleted,
  cursor,
  onTick,
  onCursor,
  sorting,
}: HitRows & { sorting: Sorting }): ReactNode {
  const t = useMessages(scanMessages);
  const formats = useFormats();
  const { today } = useConsoleState();
  const [, navigate] = useLocation();
  const figures = useValueColumns(hits, scan);
  const columns: Column<Hit>[] = [
    ...useStockColumns({ ticked, onTick, onCursor }),
    { key: 'name', head: t.name, cell: ({ stockName }) => stockName ?? NOTHING },
    {
      key: 'day',
      head: t.groundDay,
      numeric: true,
      sort: 'groundDay',
      cell: ({ entryDate }) => formats.day(entryDate, today),
    },
    ...figures,
    {
      key: 'industry',
      head: t.industry,
      wideOnly: true,
      sort: 'industry',
      cell: ({ industry }) => industry ?? NOTHING,
    },
    {
      key: 'notes',
      head: t.notes,
      wideOnly: true,
      cell: (hit) => <HitNotes hit={hit} deleted={deleted.has(hit.sessionId)} />,
    },
    {
      key: 'session',
      head: t.sessionHead,
      cell: ({ outcome }) => t[outcome],
    },
  ];
  return (
    <DenseTable
      caption={t.hitsTitle}
      columns={columns}
      rows={hits}
      rowKey={({ code }) => code}
      selected={cursor}
      sorting={sorting}
      onOpen={({ code, sessionId }) => {
        onCursor(code);
        navigate(`/sessions/${sessionId}`);
      }}
    />
  );
}

/** The tick and the code of a hit. */
function useStockColumns({ ticked, onTick, onCursor }: Pick<HitRows, 'ticked' | 'onTick' | 'onCursor'>): Column<Hit>[] {
  const t = useMessages(scanMessages);
  return [
    {
      key: 'tick',
      head: <span className="spoken">{t.ticked(ticked.size)}</span>,
      cell: ({ code }) => (
        // A tick is no click on the row.
        <span onClick={(event) => event.stopPropagation()}>
          <Checkbox aria-label={t.tick(code)} checked={ticked.has(code)} onChange={() => onTick(code)} />
        </span>
      ),
    },
    {
      key: 'code',
      head: t.code,
      sort: 'code',
      cell: ({ code, sessionId }) => (
        <Link
          className="code"
          href={`/sessions/${sessionId}`}
          onClick={(event) => {
            event.stopPropagation();
            onCursor(code);
          }}
        >
          {code}
        </Link>
      ),
    },
  ];
}

/** Volume, prices and market value of a hit. */
function useValueColumns(hits: readonly Hit[], scan: Scan): Column<Hit>[] {
  const t = useMessages(scanMessages);
  const formats = useFormats();
  const { today } = useConsoleState();
  const origins = useValueOrigins();
  const { volumeBasis } = scan.options;
  const bars = useMiniBars(hits.map(({ code }) => code));
  const capDays = new Set(hits.map(({ capDate }) => capDate));
  const [capDay = null] = capDays.size === 1 ? capDays : [];
  return [
    {
      key: 'volume',
      head: t.volume,
      numeric: true,
      sort: 'volume',
      cell: (hit) => (
        <Provenance lines={origins.hitVolume(hit, volumeBasis)}>{formats.volume(hit.minVolume)}</Provenance>
      ),
    },
    {
      key: 'prior',
      head: t.priorLow,
      numeric: true,
      wideOnly: true,
      cell: ({ priorMinVolume }) => formats.volume(priorMinVolume),
    },
    {
      key: 'priorDay',
      head: t.priorDay,
      numeric: true,
      wideOnly: true,
      cell: ({ priorMinVolumeDate }) => formats.day(priorMinVolumeDate, today),
    },
    { key: 'margin', head: t.margin, numeric: true, sort: 'margin', cell: (hit) => formats.percent(marginPct(hit), 2) },
    {
      key: 'relative',
      head: t.relHead,
      sort: 'relVolume',
      numeric: true,
      wideOnly: true,
      cell: ({ relVolume }) => (relVolume === null ? NOTHING : `${formats.decimal(relVolume, 2)}×`),
    },
    {
      key: 'close',
      head: t.close,
      sort: 'close',
      numeric: true,
      wideOnly: true,
      cell: (hit) => <Provenance lines={origins.hitClose(hit)}>{formats.price(hit.close)}</Provenance>,
    },
    {
      key: 'now',
      head: t.now,
      numeric: true,
      wideOnly: true,
      cell: ({ code }) => {
        const series = bars.get(code);
        return <span title={series?.days.at(-1)}>{formats.price(series?.closes.at(-1))}</span>;
      },
    },
    {
      key: 'since',
      head: t.sinceGround,
      numeric: true,
      wideOnly: true,
      cell: ({ code, entryDate }) => <Change percent={changeSince(bars.get(code), entryDate)} />,
    },
    {
      key: 'cap',
      head: t.capHead(capDay === null ? null : formats.day(capDay, today)),
      sort: 'cap',
      numeric: true,
      wideOnly: true,
      cell: (hit) => <Provenance lines={origins.hitCap(hit)}>{formats.capYi(hit.circulatingMarketCapYi)}</Provenance>,
    },
  ];
}

/** Percent from the close of a day to the newest one, both on the scale of the series; null if it does not reach back. */
function changeSince(series: MiniBars | undefined, day: string): number | null {
  const from = series?.closes[series.days.indexOf(day)];
  const now = series?.closes.at(-1);
  return from === undefined || now === undefined || from === 0 ? null : (now / from - 1) * 100;
}
