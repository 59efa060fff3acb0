import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useConsoleState } from '../../api/console-state';
import { type MiniBars, useMiniBars } from '../../chart/mini-bars';
import { Change } from '../../parts/change';
import { type Column, DenseTable } from '../../parts/dense-table';
import { useFigureOrigins } from '../../provenance/figure-origins';
import { Provenance } from '../../provenance/provenance';
import { NOTHING, useFormats } from '../../words/formats';
import { useWords } from '../../words/words';
import type { HitRows } from './hit-grid';
import { type Hit, marginPct, type Scan } from './hit-list';
import { HitNotes } from './hit-notes';
import { scanWords } from './scan-words';

/** Hits with all their figures. */
export function HitTable({ hits, scan, ticked, deleted, cursor, onTick }: HitRows): ReactNode {
  const say = useWords(scanWords);
  const formats = useFormats();
  const { today } = useConsoleState();
  const [, navigate] = useLocation();
  const figures = useFigureColumns(hits, scan);
  const columns: Column<Hit>[] = [
    {
      key: 'tick',
      head: <span className="spoken">{say.ticked(ticked.size)}</span>,
      cell: ({ code }) => (
        // A tick is no click on the row.
        <span onClick={(event) => event.stopPropagation()}>
          <Checkbox aria-label={say.tick(code)} checked={ticked.has(code)} onChange={() => onTick(code)} />
        </span>
      ),
    },
    {
      key: 'code',
      head: say.code,
      cell: ({ code, sessionId }) => (
        <Link className="code" href={`/sessions/${sessionId}`} onClick={(event) => event.stopPropagation()}>
          {code}
        </Link>
      ),
    },
    { key: 'name', head: say.name, cell: ({ stockName }) => stockName ?? NOTHING },
    { key: 'day', head: say.groundDay, figure: true, cell: ({ entryDate }) => formats.day(entryDate, today) },
    ...figures,
    { key: 'industry', head: say.industry, wideOnly: true, cell: ({ industry }) => industry ?? NOTHING },
    {
      key: 'notes',
      head: say.notes,
      wideOnly: true,
      cell: (hit) => <HitNotes hit={hit} deleted={deleted.has(hit.sessionId)} />,
    },
    {
      key: 'session',
      head: say.sessionHead,
      cell: ({ outcome }) => say[outcome],
    },
  ];
  return (
    <DenseTable
      caption={say.hitsTitle}
      columns={columns}
      rows={hits}
      rowKey={({ code }) => code}
      selected={cursor}
      onOpen={({ sessionId }) => navigate(`/sessions/${sessionId}`)}
    />
  );
}

/** Volume, prices and market value of a hit. */
function useFigureColumns(hits: readonly Hit[], scan: Scan): Column<Hit>[] {
  const say = useWords(scanWords);
  const formats = useFormats();
  const { today } = useConsoleState();
  const origins = useFigureOrigins();
  const { volumeBasis } = scan.options;
  const bars = useMiniBars(hits.map(({ code }) => code));
  const capDays = new Set(hits.map(({ capDate }) => capDate));
  const [capDay = null] = capDays.size === 1 ? capDays : [];
  return [
    {
      key: 'volume',
      head: say.volume,
      figure: true,
      cell: (hit) => (
        <Provenance lines={origins.hitVolume(hit, volumeBasis)}>{formats.volume(hit.minVolume)}</Provenance>
      ),
    },
    {
      key: 'prior',
      head: say.priorLow,
      figure: true,
      wideOnly: true,
      cell: ({ priorMinVolume }) => formats.volume(priorMinVolume),
    },
    {
      key: 'priorDay',
      head: say.priorDay,
      figure: true,
      wideOnly: true,
      cell: ({ priorMinVolumeDate }) => formats.day(priorMinVolumeDate, today),
    },
    { key: 'margin', head: say.margin, figure: true, cell: (hit) => formats.percent(marginPct(hit), 2) },
    {
      key: 'relative',
      head: say.relHead,
      figure: true,
      wideOnly: true,
      cell: ({ relVolume }) => (relVolume === null ? NOTHING : `${formats.decimal(relVolume, 2)}×`),
    },
    {
      key: 'close',
      head: say.close,
      figure: true,
      wideOnly: true,
      cell: (hit) => <Provenance lines={origins.hitClose(hit)}>{formats.price(hit.close)}</Provenance>,
    },
    {
      key: 'now',
      head: say.now,
      figure: true,
      wideOnly: true,
      cell: ({ code }) => {
        const series = bars.get(code);
        return <span title={series?.days.at(-1)}>{formats.price(series?.closes.at(-1))}</span>;
      },
    },
    {
      key: 'since',
      head: say.sinceGround,
      figure: true,
      wideOnly: true,
      cell: ({ code, entryDate }) => <Change percent={changeSince(bars.get(code), entryDate)} />,
    },
    {
      key: 'cap',
      head: say.capHead(capDay === null ? null : formats.day(capDay, today)),
      figure: true,
      wideOnly: true,
      cell: (hit) => <Provenance lines={origins.hitCap(hit)}>{formats.capYi(hit.circulatingMarketCapYi)}</Provenance>,
    },
  ];
}

/** Percent from the close of a day to the newest one, both on the scale of the series; null where it does not reach back. */
function changeSince(series: MiniBars | undefined, day: string): number | null {
  const from = series?.closes[series.days.indexOf(day)];
  const now = series?.closes.at(-1);
  return from === undefined || now === undefined || from === 0 ? null : (now / from - 1) * 100;
}
