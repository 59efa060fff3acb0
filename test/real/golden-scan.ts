import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What an independent program found on the same bars: the request, its counts, and a hit a row. */
export interface GoldenScan {
  file: string;
  startDate: string;
  endDate: string;
  circMktMinYi: number;
  circMktMaxYi: number;
  tradingDays: number;
  candidates: number;
  shortHistory: number;
  excludedLimitUp: number;
  hits: GoldenHit[];
}

export interface GoldenHit {
  code: string;
  entryDate: string;
  minVolume: number;
  close: number;
  /** 4 decimals. */
  circulatingMarketCapYi: number;
  priorMinVolume: number;
  priorMinVolumeDate: string;
}

export function readGoldenScans(folder: string): GoldenScan[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith('ground_volume_'))
    .sort()
    .map((name) => readGoldenScan(folder, name));
}

function readGoldenScan(folder: string, file: string): GoldenScan {
  const [head = '', , ...rows] = readFileSync(join(folder, file), 'utf8').trim().split(/\r?\n/);
  const said = new Map([...head.matchAll(/(\w+)=(\S+)/g)].map((match) => [match[1], match[2] ?? '']));
  const number = (name: string): number => Number(said.get(name));
  const scan: GoldenScan = {
    file,
    startDate: said.get('start') ?? '',
    endDate: said.get('end') ?? '',
    circMktMinYi: number('circ_mkt_min_yi'),
    circMktMaxYi: number('circ_mkt_max_yi'),
    tradingDays: number('trading_days'),
    candidates: number('candidates'),
    shortHistory: number('short_history'),
    excludedLimitUp: number('excluded_limit_up'),
    hits: rows.map(readHit),
  };
  if (scan.hits.length !== number('hits')) throw new Error(`${file} does not hold the hits that its head names`);
  return scan;
}

function readHit(line: string): GoldenHit {
  const [code = '', entryDate = '', minVolume, close, cap, priorMinVolume, priorMinVolumeDate = ''] = line.split(',');
  return {
    code,
    entryDate,
    minVolume: Number(minVolume),
    close: Number(close),
    circulatingMarketCapYi: Number(cap),
    priorMinVolume: Number(priorMinVolume),
    priorMinVolumeDate,
  };
}
