/** What a name of a day says, without the marks that hold for the day alone. */
export interface DayName {
  /** Without `XD`, `XR`, `DR`, `N`, `C`; with `ST` and `*ST`, which are part of the name. */
  readonly base: string;
  /** `XD` ex-dividend, `XR` ex-rights, `DR` both. TongDaXin cuts the name to make room for it. */
  readonly isCut: boolean;
  readonly isSt: boolean;
  /** In the delisting period (退市整理期). */
  readonly isDelisting: boolean;
}

/** Marks of one day before the name: ex-dividend, ex-rights, both; the first day (`N`) and the next four (`C`) of a listing. */
const EX_MARK = /^(?:XD|XR|DR)/;
const NEW_MARK = /^[NC](?=[^\x00-\x7f])/;

/**
 * Reads a stock's name of a day. `N` and `C` count as marks only before a Chinese character: they begin no name otherwise.
 * Source: docs/market-tdx.md, "Names".
 */
export function readDayName(name: string): DayName {
  const plain = name.normalize('NFKC').replaceAll(/\s/g, '');
  const isCut = EX_MARK.test(plain);
  const base = plain.replace(EX_MARK, '').replace(NEW_MARK, '');
  return {
    base,
    isCut,
    isSt: /^S?\*?ST/.test(base),
    isDelisting: base.endsWith('退') || base.startsWith('退市'),
  };
}
