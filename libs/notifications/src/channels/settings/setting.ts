/** The `config` of a channel: the fields of its kind, read by `readConfig`. */
export type ChannelConfig = Readonly<Record<string, string | number | boolean>>;

/** One field of a channel's `config`. */
export interface Setting {
  readonly name: string;
  readonly isRequired: boolean;
  /** Comes back masked. */
  readonly isSecret: boolean;
  /** What the value must be: the end of the sentence "config.key must be …". */
  readonly rule: string;
  /** @returns the value as it is kept; undefined if it is not allowed. */
  readonly read: (value: unknown) => string | number | boolean | undefined;
}

type Kept = Partial<Pick<Setting, 'isRequired' | 'isSecret'>>;

/** A key that goes into an address or a body: no dot, slash or space, so it can't change the address. */
export const key = (name: string, kept: Kept = {}): Setting =>
  matching(name, /^[A-Za-z0-9][\w:-]{0,199}$/, 'at most 200 letters, digits, "_", "-" and ":"', {
    isSecret: true,
    ...kept,
  });

/** A secret that only signs or authorizes: printable ASCII. */
export const secret = (name: string, kept: Kept = {}): Setting =>
  matching(name, /^[\x21-\x7e]{1,200}$/, 'at most 200 printable ASCII characters without spaces', {
    isSecret: true,
    ...kept,
  });

/** A text that a pattern describes. Spaces around it are not kept. */
export function matching(name: string, pattern: RegExp, rule: string, kept: Kept = {}): Setting {
  return {
    name,
    isRequired: true,
    isSecret: false,
    rule,
    read: (value) => {
      const text = typeof value === 'string' ? value.trim() : undefined;
      return text !== undefined && pattern.test(text) ? text : undefined;
    },
    ...kept,
  };
}

/** The text of a field; '' if it is absent. */
export function textOf(config: ChannelConfig, name: string): string {
  const value = config[name];
  return value === undefined ? '' : String(value);
}
