import fc from 'fast-check';
import { type OpenApiOperation, type OpenApiSchema, pathOf, resolved } from './openapi-operations';

/** A request as text: nothing between the test and the wire bends it into shape. */
export interface HostileRequest {
  path: string;
  /** As it goes over the wire; undefined: none. */
  body: string | undefined;
  contentType: string;
}

const BAD_TEXTS = [
  '',
  ' ',
  '0',
  '-1',
  '1e400',
  'NaN',
  'null',
  'true',
  '2024-02-30',
  '0000-00-00',
  '9999-99-99',
  '９９９９９９',
  '٦٠٠٥١٩',
  '600519\n',
  '600519.SH',
  '9223372036854775808',
  '9'.repeat(400),
  'a\0b',
  '\ud800',
  'x\udfffy',
  '%',
  '______',
  '\\',
  String.raw`%\\`,
  "' or 1=1 --",
  '"; drop table app_user; --',
  '${7*7}{{7*7}}',
  '../../../etc/passwd',
  '\r\nset-cookie: a=b',
  '\u202e\u200b\ufeff',
  '__proto__',
  'constructor',
  'x'.repeat(30_000),
  '🀄'.repeat(200),
];

/** What a database, a pattern or a header chokes on, at the end of a good text. */
const POISONS = ['\0', '\ud800', '\u0007', '\\', '%', '_', "'", '\r\n', '\u202e'];

const BAD_NUMBERS = [0, -0, -1, 0.1, 1e21, 1e308, -1e308, 5e-324, 2 ** 31, 2 ** 53, 2 ** 63, 9_007_199_254_740_993];

const FAR_NUMBERS = [
  '2147483648',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '1e21',
  '-2147483649',
];

const badText = fc.oneof(fc.constantFrom(...BAD_TEXTS), fc.string({ unit: 'binary', maxLength: 40 }));

const badValue: fc.Arbitrary<unknown> = fc.oneof(
  badText,
  fc.constantFrom(...BAD_NUMBERS),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom<unknown>(
    [],
    {},
    [[]],
    { $ne: 1 },
    { length: 1e9 },
    { toString: 1, valueOf: 2 },
    { constructor: 1 },
    [{ constructor: { prototype: {} } }],
    nested(40),
    nested(200),
  ),
  fc.array(fc.oneof(badText, fc.constantFrom(...BAD_NUMBERS)), { maxLength: 12 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Names that no client may set, and names that objects have anyway. */
const EXTRA_NAMES = [
  'id',
  'user_id',
  'role',
  'status',
  'deleted_at',
  'created_at',
  'is_latest',
  'isLatest',
  'origin',
  '__proto__',
  'constructor',
  'toString',
  '',
  'a'.repeat(300),
];

const BOUNDARY = 'b0und4ry';

const cell = fc.oneof(fc.constantFrom('600519', '100', '12.5', '2025-12-01', '=1+1', '"', '\t'), badText);

/** Tables that a file may hold, some of them in a multipart body, some of those broken. */
const fileText = fc
  .tuple(
    fc.constantFrom('code,quantity,avg_cost,opened_at', '证券代码,持仓数量,成本价', 'code;quantity', ''),
    fc.array(fc.array(cell, { maxLength: 5 }), { maxLength: 5 }),
    fc.constantFrom('bare', 'bare', 'part', 'open end'),
  )
  .map(([header, rows, how]) => {
    const table = [header, ...rows.map((cells) => cells.join(','))].join('\r\n');
    if (how === 'bare') return table;
    const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="../a.csv"\r\n\r\n`;
    return `${head}${table}${how === 'part' ? `\r\n--${BOUNDARY}--\r\n` : ''}`;
  });

/** Requests to one route: good ones, and good ones with something wrong. */
export function hostileRequests(operation: OpenApiOperation, ids: fc.Arbitrary<string>): fc.Arbitrary<HostileRequest> {
  const names = operation.parameters.filter((one) => one.in === 'path').map((one) => one.name);
  const segments = fc.tuple(...names.map((name) => segment(name, ids)));
  return fc.tuple(segments, queryText(operation), bodyText(operation)).map(([values, query, body]) => ({
    path: `${pathOf(operation, (name) => values[names.indexOf(name)] ?? '')}${query === '' ? '' : `?${query}`}`,
    body,
    contentType: body?.startsWith(`--${BOUNDARY}`)
      ? `multipart/form-data; boundary=${BOUNDARY}`
      : (operation.bodyTypes.find((type) => !type.startsWith('multipart/')) ?? 'application/json'),
  }));
}

/** Values that fit a schema of the document. */
function good(schema: OpenApiSchema): fc.Arbitrary<unknown> {
  const plain = resolved(schema);
  const value = goodValue(plain);
  return plain.nullable === true ? fc.oneof({ weight: 4, arbitrary: value }, fc.constant(null)) : value;
}

function goodValue(schema: OpenApiSchema): fc.Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.example !== undefined) return fc.oneof(fc.constant(schema.example), goodOfType(schema));
  return goodOfType(schema);
}

function goodOfType(schema: OpenApiSchema): fc.Arbitrary<unknown> {
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first !== undefined) return fc.oneof(...(schema.anyOf ?? schema.oneOf ?? []).map(good));
  switch (schema.type) {
    case 'integer':
    case 'number':
      return fc.integer({ min: Math.ceil(schema.minimum ?? 0), max: Math.min(schema.maximum ?? 1000, 2 ** 31 - 1) });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(good(schema.items ?? {}), { maxLength: Math.min(schema.maxItems ?? 3, 5) });
    case 'object':
      return objectOf(schema);
    case 'string':
      return goodText(schema);
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}

function goodText({ format, pattern, minLength = 0, maxLength = 30 }: OpenApiSchema): fc.Arbitrary<string> {
  if (format === 'date') {
    const span = { min: new Date('2025-12-01'), max: new Date('2026-01-10'), noInvalidDate: true };
    return fc.date(span).map((day) => day.toISOString().slice(0, 10));
  }
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 30)) });
}

function objectOf({ properties = {}, required = [] }: OpenApiSchema): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, good(schema)]));
  return fc.record(fields, { requiredKeys: required });
}

function segment(name: string, ids: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const fitting = name.toLowerCase().endsWith('id') ? ids : fc.constantFrom('600519', '000001', '999999');
  return fc.oneof(
    { weight: 4, arbitrary: fitting },
    { weight: 1, arbitrary: badText.map((text) => escaped(text.slice(0, 500))) },
    { weight: 1, arbitrary: fc.constantFrom('%00', '%ff%fe', '%2e%2e', '%2F', '1%0a', '01', '+1', '1;a=b') },
  );
}

function queryText(operation: OpenApiOperation): fc.Arbitrary<string> {
  const known = operation.parameters.filter((one) => one.in === 'query');
  const parts = known.map(({ name, schema }) =>
    fc.oneof(
      { weight: 5, arbitrary: fc.constant('') },
      { weight: 4, arbitrary: good(schema).map((value) => `${name}=${escaped(String(value))}`) },
      { weight: 1, arbitrary: badTextFor(schema).map((text) => `${name}=${escaped(text.slice(0, 500))}`) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(`${name}=1&${name}=2`, `${name}[]=1`, `${name}[$ne]=1`, name, `${name}=%00`),
      },
    ),
  );
  const extra = fc.oneof(
    { weight: 8, arbitrary: fc.constant('') },
    {
      weight: 1,
      arbitrary: fc.constantFrom('__proto__=1', 'constructor[prototype][a]=1', '=', '&&&', '%zz=1', 'x=%ff'),
    },
  );
  return fc.tuple(...parts, extra).map((all) => all.filter((part) => part !== '').join('&'));
}

function badTextFor({ type }: OpenApiSchema): fc.Arbitrary<string> {
  const usual = type === 'integer' || type === 'number' ? FAR_NUMBERS : POISONS.map((poison) => `a${poison}`);
  return fc.oneof(fc.constantFrom(...usual), badText);
}

function bodyText({ body, bodyTypes }: OpenApiOperation): fc.Arbitrary<string | undefined> {
  if (bodyTypes.length === 0) {
    return fc.oneof(
      { weight: 6, arbitrary: fc.constant(undefined) },
      fc.constantFrom('{}', '[]', '{"id":1}', 'null', '{'),
    );
  }
  if (body === undefined) return fileText;
  const fitting = good(body);
  const spoiled = fc
    .record({
      value: fitting,
      index: fc.nat(),
      bad: badValue,
      how: fc.constantFrom('poison', 'poison', 'replace', 'replace', 'drop', 'add'),
      poison: fc.constantFrom(...POISONS),
      extra: fc.constantFrom(...EXTRA_NAMES),
    })
    .map(spoil);
  return fc.oneof(
    { weight: 8, arbitrary: fitting.map((value) => JSON.stringify(value)) },
    { weight: 8, arbitrary: spoiled },
    { weight: 2, arbitrary: badValue.map((value) => JSON.stringify(value)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('', '{', '{"a":1,}', '{"a":1,"a":2}', '\ufeff{}', 'NaN', '[1', '{"\\ud800":1}'),
    },
  );
}

interface Spoiling {
  value: unknown;
  /** Of the field that is spoiled, modulo their number. */
  index: number;
  bad: unknown;
  how: string;
  poison: string;
  extra: string;
}

function spoil({ value, index, bad, how, poison, extra }: Spoiling): string {
  const entries = Object.entries(value as Record<string, unknown>);
  const at = entries.length === 0 ? 0 : index % entries.length;
  const changed = entries.flatMap(([name, item], position): [string, unknown][] => {
    if (position !== at || how === 'add') return [[name, item]];
    if (how === 'drop') return [];
    return [[name, how === 'poison' ? `${typeof item === 'string' ? item : JSON.stringify(item)}${poison}` : bad]];
  });
  if (how === 'add') changed.push([extra, bad]);
  // By hand: an object would swallow a key named __proto__.
  return `{${changed.map(([name, item]) => `${JSON.stringify(name)}:${JSON.stringify(item)}`).join(',')}}`;
}

/** Percent-encoded UTF-8; broken surrogates go as U+FFFD, which is all that an address can carry of them. */
function escaped(text: string): string {
  return encodeURIComponent(Buffer.from(text, 'utf8').toString('utf8'));
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}
