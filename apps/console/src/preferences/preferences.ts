import { useSyncExternalStore } from 'react';
import { DEFAULT_OVERLAYS, OVERLAYS, type Overlay } from '../chart/overlay-names';

export type Language = 'zh' | 'en';

/** How a rise and a fall are drawn: the Chinese market's way, the other way round, or hues that everybody can tell apart. */
export type PriceColours = 'red-up' | 'green-up' | 'orange-blue';

export interface Preferences {
  readonly language: Language;
  readonly priceColours: PriceColours;
  /** Hollow candles for rises. */
  readonly hollowUp: boolean;
  readonly rows: 'compact' | 'comfortable';
  /** What charts show in addition to candles, as it was chosen last. */
  readonly overlays: readonly Overlay[];
}

const KEY = 'stock-cycle:preferences';
const FIRST: Preferences = {
  ...{ language: 'zh', priceColours: 'red-up', hollowUp: false, rows: 'compact' },
  overlays: DEFAULT_OVERLAYS,
};

const listeners = new Set<() => void>();
let current = read();
show(current);

/** What this browser's user likes; kept in this browser. */
export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, () => current);
}

export function setPreferences(changes: Partial<Preferences>): void {
  current = { ...current, ...changes };
  show(current);
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // A browser that keeps nothing still shows what was chosen until the page is left.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): Preferences {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>;
    return {
      language: findChoice(stored.language, ['zh', 'en'], FIRST.language),
      priceColours: findChoice(stored.priceColours, ['red-up', 'green-up', 'orange-blue'], FIRST.priceColours),
      hollowUp: stored.hollowUp === true,
      rows: findChoice(stored.rows, ['compact', 'comfortable'], FIRST.rows),
      overlays: readOverlays(stored.overlays),
    };
  } catch {
    return FIRST;
  }
}

function readOverlays(stored: unknown): readonly Overlay[] {
  return Array.isArray(stored) ? OVERLAYS.filter((overlay) => stored.includes(overlay)) : FIRST.overlays;
}

function findChoice<Choice>(value: Choice | undefined, choices: readonly Choice[], fallback: Choice): Choice {
  return value !== undefined && choices.includes(value) ? value : fallback;
}

/** The style sheets and screen readers read these. */
function show({ language, priceColours }: Preferences): void {
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
  document.documentElement.dataset.priceColours = priceColours;
}
