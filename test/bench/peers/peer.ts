import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { type Answer, type Question, wireQuestion } from '../question';

/**
 * A program that answers the question from data of its own: it prints one line of JSON when it has its data, then one
 * for each line that it is given. It measures itself, so that the pipe does not count.
 */
export class Peer {
  private constructor(
    private readonly child: ChildProcessByStdio<Writable, Readable, null>,
    private readonly lines: AsyncIterator<string>,
  ) {}

  static async start(command: string, parameters: string[]): Promise<Peer> {
    const child = spawn(command, parameters, { stdio: ['pipe', 'pipe', 'inherit'] });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const peer = new Peer(child, lines);
    await peer.nextLine();
    return peer;
  }

  /** @param variant which of its programs, where it has several. */
  async answer(question: Question, variant?: string): Promise<Answer> {
    return this.ask({ ...wireQuestion(question), variant });
  }

  /** As {@link answer}, for a question of another kind. */
  async ask<Reply>(question: object): Promise<Reply> {
    this.child.stdin.write(`${JSON.stringify(question)}\n`);
    return JSON.parse(await this.nextLine()) as Reply;
  }

  async stop(): Promise<void> {
    const exit = once(this.child, 'exit');
    this.child.stdin.end();
    await exit;
  }

  private async nextLine(): Promise<string> {
    const line = await this.lines.next();
    if (line.done === true) throw new Error(`${this.child.spawnargs.join(' ')} ended without an answer`);
    return line.value;
  }
}
