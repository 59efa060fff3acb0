import { useMemo } from 'react';
import type { Schemas } from '../api/client';
import { NOTHING, useFormats } from '../words/formats';
import { useWords } from '../words/words';
import { adjustmentWords, limitUpBasisWords, provenanceWords, sourceWords, volumeBasisWords } from './provenance-words';

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

/** Where each figure comes from, one line a fact; no line where the figure is missing. */
export interface FigureOrigins {
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

export function useFigureOrigins(): FigureOrigins {
  const say = useWords(provenanceWords);
  const sources = useWords(sourceWords);
  const adjustments = useWords(adjustmentWords);
  const volumeBases = useWords(volumeBasisWords);
  const limitUpBases = useWords(limitUpBasisWords);
  const formats = useFormats();
  return useMemo(() => {
    const told = (source: Session['latestCloseSource']): string =>
      source === null ? say.unknownSource : say.from(sources[source]);
    return {
      close: ({ latestClose, latestTradeDate, latestCloseSource }) =>
        latestClose === null ? [] : [say.closeOf(latestTradeDate ?? NOTHING), told(latestCloseSource), say.final],
      versusEntry: ({ closeVsEntryBasis: basis, closeVsEntryAdjustment: adjustment, closeVsEntryKnownFrom: from }) =>
        basis === null
          ? [say.noComparison]
          : [
              say[basis],
              ...(adjustment === null ? [] : [adjustments[adjustment]]),
              from === null ? say.knownFromNowhere : say.knownFrom(from),
            ],
      cap: (session) =>
        session.circulatingMarketCapYi === null
          ? []
          : [
              say.capOf(session.circulatingMarketCapDate ?? NOTHING),
              told(session.circulatingMarketCapSource),
              session.circulatingMarketCapEstimated === null
                ? say.maybeEstimated
                : session.circulatingMarketCapEstimated
                  ? say.estimated
                  : say.exact,
            ],
      groundVolume: ({ lowestVolumeTradeDate: day, lowestVolume, lowestVolumeWindow: window, volumeBasis }) =>
        day === null
          ? []
          : [
              say.volumeOf(day, formats.volume(lowestVolume)),
              ...(window === null ? [] : [say.lowestOf(window.from, window.to)]),
              volumeBases[volumeBasis],
            ],
      score: ({ fundamentalScore, fundamentalAvailable, fundamentalJudged }) =>
        fundamentalScore === null
          ? []
          : [
              ...(fundamentalAvailable === null ? [] : [say.available(fundamentalAvailable)]),
              ...(fundamentalJudged === null ? [] : [say.judged(fundamentalJudged)]),
            ],
      chips: (chips) =>
        chips === null
          ? []
          : [
              say.chipsOf(chips.tradeDate),
              ...(chips.adjustment === null ? [] : [adjustments[chips.adjustment]]),
              ...(chips.window === null || chips.coverage === null
                ? []
                : [say.window(formats.count(chips.window), formats.percent(chips.coverage * 100, 0))]),
              say.method(chips.source),
            ],
      stockClose: ({ latestClose, latestTradeDate: day }) =>
        latestClose === null ? [] : [say.closeOf(day ?? NOTHING), say.final],
      stockCap: ({ circulatingMarketCapYi: cap, latestTradeDate: day }) =>
        cap === null ? [] : [say.capOf(day ?? NOTHING), say.maybeEstimated],
      hitVolume: ({ entryDate, minVolume }, basis) => [
        say.volumeOf(entryDate, formats.volume(minVolume)),
        volumeBases[basis],
      ],
      hitClose: ({ entryDate, limitUp, limitUpBasis }) => [
        say.closeOf(entryDate),
        ...(limitUpBasis === null ? [] : [say.limitUp(formats.price(limitUp)), limitUpBases[limitUpBasis]]),
      ],
      hitCap: ({ capDate, capErrorPct }) => [
        ...(capDate === null ? [] : [say.capOf(capDate)]),
        capErrorPct === null ? say.exact : say.capError(formats.percent(capErrorPct, 2)),
      ],
    };
  }, [say, sources, adjustments, volumeBases, limitUpBases, formats]);
}
