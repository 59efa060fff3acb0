import { withinLimit } from './within-limit';

const tooLong = () => new Error('too long');
/** Work that ends with its signal alone. */
const endless = (end: AbortSignal) =>
  new Promise<never>((_, reject) => end.addEventListener('abort', () => reject(new Error('ended'))));

it('says what took too long, and what its caller ended it with', async () => {
  const caller = new AbortController();
  await expect(withinLimit(endless, { longestMs: 5, signal: caller.signal, tooLong })).rejects.toThrow('too long');
  const waiting = withinLimit(endless, { longestMs: 10_000, signal: caller.signal, tooLong });
  caller.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
});

it('passes on what the work gives or fails with', async () => {
  const { signal } = new AbortController();
  const limit = { longestMs: 10_000, signal, tooLong };
  await expect(withinLimit(() => Promise.resolve(3), limit)).resolves.toBe(3);
  await expect(withinLimit(() => Promise.reject(new Error('broken')), limit)).rejects.toThrow('broken');
});
