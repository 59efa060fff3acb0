/**
 * The environment for a process that we start: ours, with some settings replaced, or taken out if the value is
 * undefined.
 */
export function childEnvironment(changes: Readonly<Record<string, string | undefined>>): NodeJS.ProcessEnv {
  return { ...process.env, ...changes };
}
