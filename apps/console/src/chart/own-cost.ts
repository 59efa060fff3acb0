import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readPositions } from '../api/own-lists';
import { useFormats } from '../i18n/formats';
import { useMessages } from '../i18n/messages';
import type { StockBars } from './chart-bars';
import { chartMessages } from './chart-messages';
import { placeCost } from './place-cost';
import type { PriceMark } from './scene';

const FRESH_MS = 60_000;

/** What the user has paid for a stock, on the scale of its chart; null if they hold none, or nothing is known of a cost. */
export function useCostMark({ code: shown, priceFactors }: StockBars, code: string): PriceMark | null {
  const t = useMessages(chartMessages);
  const formats = useFormats();
  const { data } = useQuery({ queryKey: ['positions'], queryFn: readPositions, staleTime: FRESH_MS });
  return useMemo(() => {
    const position = shown === code ? data?.items.find((held) => held.code === code) : undefined;
    const price = placeCost(position, priceFactors);
    return price === null ? null : { price, text: t.cost(formats.price(price)) };
  }, [data, shown, code, priceFactors, t, formats]);
}
