/** The command was typed wrong: exit code 2. The message is one sentence; the cause has its code, if it has one. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
