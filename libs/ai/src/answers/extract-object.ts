/**
 * The one JSON object in a model's text: the text itself, what stands in its code fence, or what stands between the first and
 * the last brace. Models that think aloud (`<think>…</think>`) answer after that.
 *
 * Each guess is one pass over the text, whatever the text is.
 * @returns undefined where none of them is a JSON object.
 */
export function extractObject(text: string): Readonly<Record<string, unknown>> | undefined {
  const thought = text.lastIndexOf('</think>');
  const said = (thought < 0 ? text : text.slice(thought + '</think>'.length)).trim();
  return objectOf(said) ?? objectOf(fenced(said)) ?? objectOf(between(said));
}

/** A JSON object as it is, undefined for lists, scalars and broken text. */
export function objectOf(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  if (text?.startsWith('{') !== true) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fenced(text: string): string | undefined {
  const open = text.indexOf('```');
  const start = open < 0 ? -1 : text.indexOf('{', open);
  const close = start < 0 ? -1 : text.indexOf('```', start);
  return close < 0 ? undefined : text.slice(start, close).trim();
}

function between(text: string): string | undefined {
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  return start < 0 || end < start ? undefined : text.slice(start, end + 1);
}
