/** Keys of settings: lower-case words with hyphens. */
export const SETTING_KEY = /^[a-z][a-z0-9-]{0,39}$/;

/** Settings that a user may have. */
export const MOST_SETTINGS = 50;

/** Bytes of a value, as JSON in UTF-8. */
export const LARGEST_SETTING = 8192;

const DEEPEST = 10;

/**
 * What keeps a value from being stored, as the end of the sentence "value must …"; undefined if nothing does.
 * A value is a JSON object: at most {@link LARGEST_SETTING} bytes and ten levels, its texts without NUL and broken
 * surrogates, which `jsonb` refuses.
 */
export function findSettingProblem(value: object): string | undefined {
  if (!isStorable(value, DEEPEST)) return `be JSON of at most ${DEEPEST} levels, its texts without NUL characters`;
  if (Buffer.byteLength(JSON.stringify(value)) > LARGEST_SETTING) return `be at most ${LARGEST_SETTING} bytes of JSON`;
  return undefined;
}

function isStorable(value: unknown, levels: number): boolean {
  if (typeof value === 'string') return !value.includes('\0') && isWellFormed(value);
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.entries(value).every(([key, part]) => isStorable(key, 0) && isStorable(part, levels - 1));
}

function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}
