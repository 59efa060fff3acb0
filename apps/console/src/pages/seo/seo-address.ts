import { useSearchParams } from 'wouter';

export const PAGE_ROWS = 50;

export interface SeoAddress {
  /** A word of the address; empty if it is not there. */
  readonly get: (name: string) => string;
  /** Id of the record that is shown. */
  readonly open: number | undefined;
  readonly offset: number;
  /** Filters: the list begins again. */
  readonly filter: (changes: Readonly<Record<string, string>>) => void;
  /** Anything else. An empty word leaves the address. */
  readonly set: (changes: Readonly<Record<string, string>>) => void;
}

/** What a list of the store shows, as its address has it. */
export function useSeoAddress(): SeoAddress {
  const [parameters, setParameters] = useSearchParams();
  const set = (changes: Readonly<Record<string, string>>): void => {
    setParameters(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries(changes)) {
          if (value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true },
    );
  };
  const readNumber = (name: string): number | undefined => {
    const text = parameters.get(name) ?? '';
    return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
  };
  return {
    get: (name) => parameters.get(name) ?? '',
    open: readNumber('open'),
    offset: readNumber('offset') ?? 0,
    filter: (changes) => set({ offset: '', open: '', ...changes }),
    set,
  };
}
