/**
 * The one JSON object in a model's text: the text itself, what stands in its code fence, or what stands between the first and
 * the last brace. Models that think aloud (`<think>…</think>`) answer after that.
 *
 * Each guess is one pass over the text, whatever the text is.
 * @returns undefined if none of them is a JSON object.
 */
export function extractObject(text: string): Readonly<Record<string, unknown>> | undefined {
  const thought = text.lastIndexOf('</think>');
  const answer = (thought < 0 ? text : text.slice(thought + '</think>'.length)).trim();
  return parseObject(answer) ?? parseObject(findFenced(answer)) ?? parseObject(findBraced(answer));
}

/**
 * The JSON object of a text that was cut in the middle of a list: everything up to the last complete entry of the list that
 * stands directly in the object.
 * @returns undefined if no entry is complete.
 */
export function extractCutObject(text: string): Readonly<Record<string, unknown>> | undefined {
  const start = text.indexOf('{');
  if (start < 0) return undefined;
  const open: string[] = [];
  let lastEntry = -1;
  let inString = false;
  for (let at = start; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (inString) {
      if (sign === '\\') at += 1;
      else if (sign === '"') inString = false;
    } else if (sign === '"') inString = true;
    else if (sign === '{' || sign === '[') open.push(sign);
    else if (sign === '}' || sign === ']') {
      open.pop();
      if (open.length === 2 && open[1] === '[') lastEntry = at;
    }
  }
  return lastEntry < 0 ? undefined : parseObject(`${text.slice(start, lastEntry + 1)}]}`);
}

/** A JSON object as it is, undefined for lists, scalars and broken text. */
export function parseObject(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
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

function findFenced(text: string): string | undefined {
  const open = text.indexOf('```');
  const start = open < 0 ? -1 : text.indexOf('{', open);
  const close = start < 0 ? -1 : text.indexOf('```', start);
  return close < 0 ? undefined : text.slice(start, close).trim();
}

function findBraced(text: string): string | undefined {
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  return start < 0 || end < start ? undefined : text.slice(start, end + 1);
}
