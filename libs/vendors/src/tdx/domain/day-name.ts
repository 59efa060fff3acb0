/** What a name of a day says, without the marks that hold for the day alone. */
export interface DayName {
  /** Without `XD`, `XR`, `DR`, `N`, `C`; with `ST` and `*ST`, which are part of the name. */
  readonly base: string;
  /** TongDaXin cuts a name to make room for a mark: one that fills the room may have lost its end. */
  readonly isCut: boolean;
  readonly isSt: boolean;
  /** In the delisting period (退市整理期). */
  readonly isDelisting: boolean;
}

/** Marks of one day before the name: ex-dividend, ex-rights, both; the first day (`N`) and the next four (`C`) of a listing. */
const EX_MARK = /^(?:XD|XR|DR)/;
const NEW_MARK = /^[NC](?=[^\x00-\x7f])/;
/** Bytes of GBK that a name with a mark has room for: four Chinese characters, or a mark and three. */
const ROOM_BYTES = 8;

/**
 * Reads a stock's name of a day. `N` and `C` count as marks only before a Chinese character: they begin no name otherwise.
 * Source: docs/market-tdx.md, "Names".
 */
export function readDayName(name: string): DayName {
  const plain = name.normalize('NFKC').replaceAll(/\s/g, '');
  const base = plain.replace(EX_MARK, '').replace(NEW_MARK, '');
  return {
    base,
    isCut: base !== plain && countGbkBytes(plain) >= ROOM_BYTES,
    isSt: /^S?\*?ST/.test(base),
    isDelisting: base.endsWith('退') || base.startsWith('退市'),
  };
}

/** A Chinese character has two bytes, a letter one. */
function countGbkBytes(text: string): number {
  return [...text].reduce((bytes, character) => bytes + (character <= '\x7f' ? 1 : 2), 0);
}
