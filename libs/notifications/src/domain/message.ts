/** One digest, before any service's markup. */
export interface Message {
  /** Plain text, one line. */
  readonly title: string;
  /** Plain text, a line each; a channel shows at most the first ten. */
  readonly lines: readonly string[];
  /** How many things the digest counts; what is above the lines shown is told as "其余 N 条". */
  readonly total: number;
  /** To the console, http or https. */
  readonly link: string | null;
}
