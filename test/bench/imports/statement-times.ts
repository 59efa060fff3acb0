import { Client } from 'pg';

const SHOWN_CHARACTERS = 70;

/** A statement of a load and what it took. */
export interface StatementTime {
  text: string;
  ms: number;
}

type Query = (this: Client, ...parameters: unknown[]) => unknown;

/**
 * Keeps what every statement of this process took, from its call to its answer.
 * @returns a function that gives those of `leastMs` and more since its last call, in their order.
 */
export function watchStatements(): (leastMs: number) => StatementTime[] {
  let kept: StatementTime[] = [];
  const prototype = Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  prototype.query = function (this: Client, ...parameters) {
    const began = performance.now();
    const answer = query.apply(this, parameters);
    const [first] = parameters;
    if (answer instanceof Promise && typeof first === 'string') {
      const text = first.replace(/\s+/g, ' ').trim().slice(0, SHOWN_CHARACTERS);
      const note = (): void => void kept.push({ text, ms: performance.now() - began });
      answer.then(note, note);
    }
    return answer;
  };
  return (leastMs) => {
    const long = kept.filter(({ ms }) => ms >= leastMs);
    kept = [];
    return long;
  };
}
