import { EventStream } from './event-stream';
import { readCompletion } from './completion';

const event = (choice: object, more: object = {}): string =>
  `data: ${JSON.stringify({ id: 'x', model: 'm', choices: [{ index: 0, ...choice }], ...more })}\n\n`;
const delta = (content: object): string => event({ delta: content, finish_reason: null });

/** The stream cut into pieces of `size` characters, as a network may. */
function read(text: string, size = 7): string {
  const stream = new EventStream();
  for (let at = 0; at < text.length; at += size) stream.push(text.slice(at, at + size));
  return stream.end();
}

const USAGE = { prompt_tokens: 5, completion_tokens: 7, prompt_cache_hit_tokens: 3 };

it('a stream is joined into an answer, its separate thoughts and its usage', () => {
  const text = [
    ': keep-alive\n\n',
    delta({ role: 'assistant', reasoning_content: '想' }),
    delta({ reasoning_content: '一想' }),
    delta({ content: '{"a"' }),
    delta({ content: ':1}' }),
    event({ delta: {}, finish_reason: 'stop' }),
    `data: ${JSON.stringify({ choices: [], usage: USAGE })}\n\n`,
    'data: [DONE]\n\n',
  ].join('');
  for (const size of [1, 7, 10_000]) {
    expect(readCompletion(read(text, size))).toEqual({
      content: '{"a":1}',
      thoughts: '想一想',
      finish: 'stop',
      tokens: { prompt: 5, completion: 7, cached: 3 },
      error: false,
    });
  }
});

it('pieces may each contain the whole text so far', () => {
  const text =
    delta({ content: '{"a"' }) + delta({ content: '{"a":1}' }) + event({ delta: {}, finish_reason: 'length' });
  expect(readCompletion(read(text))).toMatchObject({ content: '{"a":1}', finish: 'length' });
});

it('an error within the stream is the result', () => {
  const text = `${delta({ content: '{' })}data: {"error":{"message":"overloaded"}}\n\n`;
  expect(readCompletion(read(text))).toMatchObject({ error: true });
});

it('a stream that broke off is not an answer', () => {
  expect(() => read(delta({ content: '{"a":1}' }))).toThrow('ended before the answer');
});
