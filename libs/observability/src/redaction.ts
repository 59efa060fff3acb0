const REDACTED = '[redacted]';
const DEEPEST = 8;

/** Keys whose values never reach a log. */
const SECRET_KEY =
  /^(?:authorization|proxy-authorization|cookie|set-cookie|x-api-key|api[-_]?key|key|token|secret|password(?:_?hash)?|(?:current|new)_password|.*(?:password|secret|token|apikey|databaseurl|redisurl))$/i;

const SECRETS_IN_TEXT: readonly [RegExp, string][] = [
  // Personal API keys and keys of calendar feeds; the readable prefix stays.
  [/\b(sc[ck]_[0-9a-f]{1,16}_)[0-9A-Za-z]+/g, `$1${REDACTED}`],
  // JSON Web Tokens.
  [/\beyJ[\w-]+\.[\w-]*\.?[\w-]*/g, REDACTED],
  [/\b(bearer|basic)\s+[^\s"'\\,]+/gi, `$1 ${REDACTED}`],
  // Query strings, also percent-encoded names and doubly encoded separators.
  [/((?:(?:[?&]|%3F|%26)key|api[-_]?key|token|password|secret)(?:=|%3D))[^&\s"'\\#]*/gi, `$1${REDACTED}`],
  // User and password of connection strings. Bounded parts that don't overlap: anybody may send a long address, and
  // unbounded ones took minutes to find nothing in it.
  [/([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@:"'\\]{0,256}(?::[^\s"'\\]{0,1024})?@/gi, `$1${REDACTED}@`],
];

/**
 * Letters, digits and `-._~`, percent-encoded once or more often: an address means the same with them (RFC 3986, 2.3), so a
 * credential may come spelled that way.
 */
const ENCODED_PLAIN = /%(?:25){0,4}(2[DE]|3\d|4[1-9A-F]|5[\dAF]|6[1-9A-F]|7[\dAE])/gi;

/** Takes credentials out of a text: API keys, tokens, `api_key=…` of addresses, passwords of connection strings. */
export function redactText(text: string): string {
  return SECRETS_IN_TEXT.reduce((clean, [pattern, replacement]) => clean.replace(pattern, replacement), plain(text));
}

/** An encoding of an encoding may need more than one look. */
const LOOKS = 3;

/** The text with the characters decoded that nobody needs to encode. None of them can end a JSON string. */
function plain(text: string): string {
  let decoded = text;
  for (let look = 0; look < LOOKS && decoded.includes('%'); look += 1) {
    decoded = decoded.replace(ENCODED_PLAIN, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  }
  return decoded;
}

/** A copy of a log record without the values of secret keys, at any depth; what is too deep is cut. */
export function redactFields(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (depth >= DEEPEST) return '[too deep]';
  if (value instanceof Error) return describeError(value, depth);
  if (Array.isArray(value)) return value.map((item) => redactFields(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, SECRET_KEY.test(key) ? REDACTED : redactFields(item, depth + 1)]),
  );
}

/** The parts of an error that help and can't hold a secret: a database error's parameters and row details stay out. */
function describeError(error: Error, depth: number): Record<string, unknown> {
  const { code, constraint, table } = error as Error & Record<string, unknown>;
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    ...(table === undefined ? {} : { table }),
    ...(error.cause === undefined ? {} : { cause: redactFields(error.cause, depth + 1) }),
  };
}
