/** Lines under a heading. */
export interface MessageSection {
  readonly heading: string;
  /** Plain text, a line each; a channel shows at most the first ten. */
  readonly lines: readonly string[];
  /** How many things the section counts; what is above the lines shown is told as "其余 N 条". */
  readonly total: number;
}

/** One digest, before any service's markup. */
export interface Message {
  /** Plain text, one line. */
  readonly title: string;
  /** Plain text, a line each; a channel shows at most the first ten. */
  readonly lines: readonly string[];
  /** How many things the lines count; what is above the lines shown is told as "其余 N 条". */
  readonly total: number;
  /** After the lines. */
  readonly sections?: readonly MessageSection[];
  /** To the console, http or https. */
  readonly link: string | null;
}
