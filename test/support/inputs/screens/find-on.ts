interface Found {
  readonly score: number;
  readonly evidence: Readonly<Record<string, unknown>>;
}

/** What a spec asks of a screen. */
interface Findable<Bars, Values, Hit, Inputs = never> {
  readonly parameters: Readonly<Record<string, { readonly default: unknown }>>;
  find(bars: Bars, from: number, values: Values, found: (at: number, hit: Hit) => void, inputs?: Inputs): void;
}

/** The screen's own values, with some of them changed. */
export function valuesOf<Values>(
  { parameters }: Pick<Findable<never, Values, Found>, 'parameters'>,
  changed: Partial<Values> = {},
): Values {
  const defaults = Object.entries(parameters).map(([name, parameter]) => [name, parameter.default]);
  return { ...(Object.fromEntries(defaults) as Values), ...changed };
}

/** What a screen finds on the last bar, or null. */
export function findOnLast<Bars extends { readonly count: number }, Values, Hit extends Found>(
  screen: Findable<Bars, Values, Hit>,
  bars: Bars,
  changed: Partial<Values> = {},
): Hit | null {
  return findFrom(screen, bars, bars.count - 1, valuesOf<Values>(screen, changed)).get(bars.count - 1) ?? null;
}

/** What a screen finds by the positions of the bars. Finding something twice on one is an error. */
export function findFrom<Bars, Values, Hit extends Found, Inputs>(
  screen: Findable<Bars, Values, Hit, Inputs>,
  bars: Bars,
  from: number,
  values: Values,
  inputs?: Inputs,
): Map<number, Hit> {
  const hits = new Map<number, Hit>();
  const found = (at: number, hit: Hit) => {
    if (hits.has(at)) throw new Error(`found twice on bar ${at}`);
    hits.set(at, hit);
  };
  screen.find(bars, from, values, found, inputs);
  return hits;
}
