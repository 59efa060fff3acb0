/** The command was typed wrong: exit code 2. The message is one sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
