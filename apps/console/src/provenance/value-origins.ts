import { useMemo } from 'react';
import type { Schemas } from '../api/client';
import { NOTHING, useFormats } from '../i18n/formats';
import { useMessages } from '../i18n/messages';
import {
  adjustmentMessages,
  limitUpBasisMessages,
  provenanceMessages,
  sourceMessages,
  volumeBasisMessages,
} from './provenance-messages';

type Session = Pick<
  Schemas['SessionResponse'],
  | 'latestClose'
  | 'latestTradeDate'
  | 'latestCloseSource'
  | 'closeVsEntryBasis'
  | 'closeVsEntryAdjustment'
  | 'closeVsEntryKnownFrom'
  | 'circulatingMarketCapYi'
  | 'circulatingMarketCapDate'
  | 'circulatingMarketCapSource'
  | 'circulatingMarketCapEstimated'
  | 'lowestVolume'
  | 'lowestVolumeTradeDate'
  | 'lowestVolumeWindow'
  | 'volumeBasis'
  | 'fundamentalScore'
  | 'fundamentalAvailable'
  | 'fundamentalJudged'
>;
type Chips = Pick<
  Schemas['SessionChipsResponse'],
  'tradeDate' | 'window' | 'coverage' | 'adjusted' | 'adjustment' | 'source'
>;
type Stock = Pick<Schemas['StockResponse'], 'latestClose' | 'latestTradeDate' | 'circulatingMarketCapYi'>;
type Hit = Schemas['ScanHitResponse'];
type VolumeBasis = Schemas['ScanOptionsResponse']['volumeBasis'];

/** Where each value comes from, one line a fact; no line where the value is missing. */
export interface ValueOrigins {
  readonly close: (session: Session) => readonly string[];
  readonly versusEntry: (session: Session) => readonly string[];
  readonly cap: (session: Session) => readonly string[];
  readonly groundVolume: (session: Session) => readonly string[];
  readonly score: (session: Session) => readonly string[];
  readonly chips: (chips: Chips | null) => readonly string[];
  readonly stockClose: (stock: Stock) => readonly string[];
  readonly stockCap: (stock: Stock) => readonly string[];
  readonly hitVolume: (hit: Hit, basis: VolumeBasis) => readonly string[];
  readonly hitClose: (hit: Hit) => readonly string[];
  readonly hitCap: (hit: Hit) => readonly string[];
}

export function useValueOrigins(): ValueOrigins {
  const t = useMessages(provenanceMessages);
  const sources = useMessages(sourceMessages);
  const adjustments = useMessages(adjustmentMessages);
  const volumeBases = useMessages(volumeBasisMessages);
  const limitUpBases = useMessages(limitUpBasisMessages);
  const formats = useFormats();
  return useMemo(() => {
    const told = (source: Session['latestCloseSource']): string =>
      source === null ? t.unknownSource : t.from(sources[source]);
    return {
      close: ({ latestClose, latestTradeDate, latestCloseSource }) =>
        latestClose === null ? [] : [t.closeOf(latestTradeDate ?? NOTHING), told(latestCloseSource), t.final],
      versusEntry: ({ closeVsEntryBasis: basis, closeVsEntryAdjustment: adjustment, closeVsEntryKnownFrom: from }) =>
        basis === null
          ? [t.noComparison]
          : [
              t[basis],
              ...(adjustment === null ? [] : [adjustments[adjustment]]),
              from === null ? t.knownFromNowhere : t.knownFrom(from),
            ],
      cap: (session) =>
        session.circulatingMarketCapYi === null
          ? []
          : [
              t.capOf(session.circulatingMarketCapDate ?? NOTHING),
              told(session.circulatingMarketCapSource),
              session.circulatingMarketCapEstimated === null
                ? t.maybeEstimated
                : session.circulatingMarketCapEstimated
                  ? t.estimated
                  : t.exact,
            ],
      groundVolume: ({ lowestVolumeTradeDate: day, lowestVolume, lowestVolumeWindow: window, volumeBasis }) =>
        day === null
          ? []
          : [
              t.volumeOf(day, formats.volume(lowestVolume)),
              ...(window === null ? [] : [t.lowestOf(window.from, window.to)]),
              volumeBases[volumeBasis],
            ],
      score: ({ fundamentalScore, fundamentalAvailable, fundamentalJudged }) =>
        fundamentalScore === null
          ? []
          : [
              ...(fundamentalAvailable === null ? [] : [t.available(fundamentalAvailable)]),
              ...(fundamentalJudged === null ? [] : [t.judged(fundamentalJudged)]),
            ],
      chips: (chips) =>
        chips === null
          ? []
          : [
              t.chipsOf(chips.tradeDate),
              ...(chips.adjustment === null ? [] : [adjustments[chips.adjustment]]),
              ...(chips.window === null || chips.coverage === null
                ? []
                : [t.window(formats.count(chips.window), formats.percent(chips.coverage * 100, 0))]),
              t.method(chips.source),
            ],
      stockClose: ({ latestClose, latestTradeDate: day }) =>
        latestClose === null ? [] : [t.closeOf(day ?? NOTHING), t.final],
      stockCap: ({ circulatingMarketCapYi: cap, latestTradeDate: day }) =>
        cap === null ? [] : [t.capOf(day ?? NOTHING), t.maybeEstimated],
      hitVolume: ({ entryDate, minVolume }, basis) => [
        t.volumeOf(entryDate, formats.volume(minVolume)),
        volumeBases[basis],
      ],
      hitClose: ({ entryDate, limitUp, limitUpBasis }) => [
        t.closeOf(entryDate),
        ...(limitUpBasis === null ? [] : [t.limitUp(formats.price(limitUp)), limitUpBases[limitUpBasis]]),
      ],
      hitCap: ({ capDate, capErrorPct }) => [
        ...(capDate === null ? [] : [t.capOf(capDate)]),
        capErrorPct === null ? t.exact : t.capError(formats.percent(capErrorPct, 2)),
      ],
    };
  }, [t, sources, adjustments, volumeBases, limitUpBases, formats]);
}
