import type { VendorErrorReason } from '#lib/market-data';
import type { TushareRow } from './tushare';

type Cell = string | number | null;

/** What came back, taken apart. */
export type VendorResponse =
  | {
      readonly kind: 'page';
      readonly fields: readonly string[];
      readonly items: readonly (readonly Cell[])[];
      readonly hasMore: boolean;
    }
  | { readonly kind: 'refused'; readonly fault: Refusal }
  | { readonly kind: 'unreadable'; readonly problem: string };

/** Why the vendor gave no rows. `hour` and `day`: when a quota renews. */
export type Refusal =
  | { readonly fault: Exclude<VendorErrorReason, 'quota' | 'not_configured'> }
  | { readonly fault: 'quota'; readonly renews: 'hour' | 'day' };

/** Codes that mean a missing permission whatever the text says. 40203 means a rate, a quota or a permission. */
const PERMISSION_CODES: ReadonlySet<number> = new Set([2002, -2001]);

/**
 * Told by the message, since one code stands for several causes. The order counts: a rate's text ends with a link to the
 * page about permissions and points.
 */
const BY_MESSAGE: readonly (readonly [RegExp, Refusal])[] = [
  [/每分钟最多|频率超限|每秒最多/, { fault: 'rate' }],
  [/每小时最多/, { fault: 'quota', renews: 'hour' }],
  [/每[天日]最多/, { fault: 'quota', renews: 'day' }],
  [/没有.{0,6}权限|积分|token/i, { fault: 'permission' }],
];

function findRejection(code: number, message: string): Refusal {
  const told = BY_MESSAGE.find(([pattern]) => pattern.test(message))?.[1];
  if (told !== undefined) return told;
  return { fault: PERMISSION_CODES.has(code) ? 'permission' : 'vendor' };
}

/** Reads the body of an answer with status 200; errors come with that status too. */
export function readVendorResponse(text: string): VendorResponse {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { kind: 'unreadable', problem: 'the reply is not JSON' };
  }
  if (!isRecord(body) || typeof body['code'] !== 'number') {
    return { kind: 'unreadable', problem: 'the reply has no code' };
  }
  if (body['code'] !== 0) {
    const message = [body['msg'], body['message']].filter((part) => typeof part === 'string').join(' ');
    return { kind: 'refused', fault: findRejection(body['code'], message) };
  }
  const data = body['data'];
  if (!isRecord(data) || !isFields(data['fields']) || !Array.isArray(data['items'])) {
    return { kind: 'unreadable', problem: 'the reply has no fields and items' };
  }
  const { fields } = data;
  const items: unknown[] = data['items'];
  if (!items.every((item) => isItem(item, fields.length))) {
    return { kind: 'unreadable', problem: 'a row of the reply does not fit its fields' };
  }
  return { kind: 'page', fields, items, hasMore: data['has_more'] === true };
}

/** Rows by column name. A column that the vendor did not send is null. */
export function toRows(
  { fields, items }: { fields: readonly string[]; items: readonly (readonly Cell[])[] },
  columns: readonly string[],
): TushareRow[] {
  const places = columns.map((column) => [column, fields.indexOf(column)] as const);
  return items.map((item) => Object.fromEntries(places.map(([column, place]) => [column, item[place] ?? null])));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isFields(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((field) => typeof field === 'string');
}

function isItem(value: unknown, width: number): value is Cell[] {
  return (
    Array.isArray(value) &&
    value.length === width &&
    value.every((cell) => cell === null || typeof cell === 'string' || typeof cell === 'number')
  );
}
