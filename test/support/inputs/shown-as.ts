/** What a page shows of a response, as a matcher: `…` stands for anything, keys that are left out are not compared. */
export function shownAs(answer: unknown): unknown {
  if (answer === '…') return expect.anything();
  if (Array.isArray(answer)) return answer.map(shownAs);
  if (typeof answer !== 'object' || answer === null) return answer;
  return expect.objectContaining(
    Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, shownAs(value)])),
  );
}
