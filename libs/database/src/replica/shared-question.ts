/**
 * A question that many ask at once. Each gets an answer to a question that was sent after they asked, so it can't be older
 * than they are; all who ask while one is under way share the next.
 */
export class SharedQuestion<Answer> {
  private running: Promise<Answer> | undefined;
  private next: Promise<Answer> | undefined;

  constructor(private readonly send: () => Promise<Answer>) {}

  ask(): Promise<Answer> {
    if (this.running === undefined) return this.start();
    this.next ??= this.running.then(
      () => this.start(),
      () => this.start(),
    );
    return this.next;
  }

  private start(): Promise<Answer> {
    this.next = undefined;
    const answer = this.send();
    const end = (): void => {
      if (this.running === answer && this.next === undefined) this.running = undefined;
    };
    this.running = answer;
    answer.then(end, end);
    return answer;
  }
}
