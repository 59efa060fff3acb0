import { SharedQuestion } from './shared-question';

/** Answers when it is told to, with the number of the question. */
function heldQuestion() {
  const held: ((failed?: boolean) => void)[] = [];
  const question = new SharedQuestion(
    () =>
      new Promise<number>((resolve, reject) => {
        const no = held.length + 1;
        held.push((failed = false) => (failed ? reject(new Error('no answer')) : resolve(no)));
      }),
  );
  return { held, question };
}

it('all who ask while one is under way share the next, which is sent after they asked', async () => {
  const { held, question } = heldQuestion();
  const first = question.ask();
  const later = [question.ask(), question.ask(), question.ask()];
  expect(held).toHaveLength(1);
  held[0]?.();
  expect(await first).toBe(1);
  await Promise.resolve();
  expect(held).toHaveLength(2);
  const last = question.ask();
  held[1]?.();
  expect(await Promise.all(later)).toEqual([2, 2, 2]);
  await Promise.resolve();
  held[2]?.();
  expect(await last).toBe(3);
});

it('a question that failed fails those who shared it, and no later one', async () => {
  const { held, question } = heldQuestion();
  const first = question.ask();
  const second = question.ask();
  held[0]?.(true);
  await expect(first).rejects.toThrow('no answer');
  await Promise.resolve();
  held[1]?.();
  expect(await second).toBe(2);
  const third = question.ask();
  held[2]?.();
  expect(await third).toBe(3);
});
