import { isObject, parseObject } from '../answers/extract-object';

type Fields = Readonly<Record<string, unknown>>;

/** Of a streamed answer, the most that is kept of its text, and of its thoughts, in characters. */
const LONGEST_TEXT = 1024 * 1024;
const LONGEST_THOUGHTS = 100_000;

/**
 * Joins a streamed completion: server-sent events in, the body of an unstreamed response out, so that whatever reads or
 * stores responses knows one shape. Thoughts (`reasoning_content`, `reasoning`, `reasoning_details`) stay apart from the
 * answer.
 */
export class EventStream {
  private rest = '';
  private content = '';
  private thoughts = '';
  private finish: string | null = null;
  private last: Fields = {};
  private usage: unknown;
  private error: string | undefined;
  private done = false;

  push(text: string): void {
    const lines = (this.rest + text).split(/\r?\n/);
    this.rest = lines.pop() ?? '';
    for (const line of lines) this.readLine(line);
  }

  /**
   * @returns the body as JSON: a completion, or the event that reported an error.
   * @throws Error if the stream ended before the answer did.
   */
  end(): string {
    this.readLine(this.rest);
    if (this.error !== undefined) return this.error;
    if (!this.done && this.finish === null) throw new Error('the stream ended before the answer did');
    const { id, model, base_resp } = this.last;
    const message = {
      role: 'assistant',
      content: this.content,
      ...(this.thoughts === '' ? {} : { reasoning_content: this.thoughts }),
    };
    return JSON.stringify({
      id,
      object: 'chat.completion',
      model,
      choices: [{ index: 0, message, finish_reason: this.finish }],
      usage: this.usage,
      base_resp,
    });
  }

  private readLine(line: string): void {
    if (!line.startsWith('data:')) return;
    const data = line.slice('data:'.length).trim();
    if (data === '[DONE]') {
      this.done = true;
      return;
    }
    const event = parseObject(data);
    if (event !== undefined) this.readEvent(event, data);
  }

  private readEvent(event: Fields, data: string): void {
    if (event['error'] !== undefined && event['error'] !== null) this.error = data;
    if (isObject(event['usage'])) this.usage = event['usage'];
    this.last = { ...this.last, ...event };
    const [choice] = Array.isArray(event['choices']) ? (event['choices'] as unknown[]) : [];
    if (!isObject(choice)) return;
    if (typeof choice['finish_reason'] === 'string' && choice['finish_reason'] !== '')
      this.finish = choice['finish_reason'];
    if (isObject(choice['usage'])) this.usage = choice['usage'];
    if (isObject(choice['delta'])) this.readDelta(choice['delta']);
  }

  private readDelta(delta: Fields): void {
    this.content = append(this.content, delta['content'], LONGEST_TEXT);
    this.thoughts = append(this.thoughts, delta['reasoning_content'] ?? delta['reasoning'], LONGEST_THOUGHTS);
    for (const detail of Array.isArray(delta['reasoning_details']) ? (delta['reasoning_details'] as unknown[]) : []) {
      if (isObject(detail)) this.thoughts = append(this.thoughts, detail['text'], LONGEST_THOUGHTS);
    }
  }
}

/** MiniMax sends all that there is so far with each piece, the others only what is new. */
function append(soFar: string, piece: unknown, longest: number): string {
  if (typeof piece !== 'string' || soFar.length >= longest) return soFar;
  const isWhole = soFar !== '' && piece.length > soFar.length && piece.startsWith(soFar);
  return (isWhole ? piece : soFar + piece).slice(0, longest);
}
