/** @typedef {import('../index.js').FieldProblem} FieldProblem */

/** @implements {Pick<import('../index.js').StockCycleError, keyof import('../index.js').StockCycleError>} */
export class StockCycleError extends Error {
  /**
   * @type {'StockCycleError'}
   * @override
   */
  name = 'StockCycleError';

  /**
   * @param {string} message
   * @param {{
   *   status: number, code: string, fields?: readonly FieldProblem[], details?: Readonly<Record<string, unknown>>,
   *   retryAfter?: number | null, requestId?: string | null, cause?: unknown,
   * }} facts
   */
  constructor(message, { status, code, fields = [], details = {}, retryAfter = null, requestId = null, cause }) {
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.details = details;
    this.retryAfter = retryAfter;
    this.requestId = requestId;
  }
}

/**
 * The error of a request without a response that can be read.
 * @param {unknown} cause
 */
export function toUnreachable(cause) {
  const reasons = cause instanceof Error ? [cause.message, readMessage(cause.cause)] : [String(cause)];
  const message = `no response from the server: ${reasons.filter((reason) => reason !== '').join(': ')}`;
  return new StockCycleError(message, { status: 0, code: 'unreachable', cause });
}

/**
 * What `fetch` failed by stands in the cause of its error.
 * @param {unknown} error
 */
function readMessage(error) {
  return error instanceof Error ? error.message : '';
}

/**
 * The error of a response.
 * @param {Response} response
 * @param {unknown} body Parsed: the server's envelope, or whatever a proxy in between has put there.
 */
export function toStockCycleError(response, body) {
  const { error, code, fields, details } = isRecord(body) ? body : /** @type {Record<string, unknown>} */ ({});
  const { status, headers } = response;
  return new StockCycleError(typeof error === 'string' ? error : `HTTP ${status}`, {
    status,
    code: typeof code === 'string' ? code : status === 401 ? 'unauthorized' : 'unknown',
    fields: Array.isArray(fields) ? fields.filter(isFieldProblem) : [],
    details: isRecord(details) ? details : {},
    retryAfter: readSeconds(headers.get('retry-after')),
    requestId: headers.get('x-request-id'),
  });
}

/** @param {string | null} text */
function readSeconds(text) {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isRecord(value) {
  return typeof value === 'object' && value !== null;
}

/**
 * @param {unknown} value
 * @returns {value is FieldProblem}
 */
function isFieldProblem(value) {
  return isRecord(value) && typeof value['field'] === 'string' && typeof value['message'] === 'string';
}
