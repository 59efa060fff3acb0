const SHOWN = 200;

/**
 * The start of a service's own text as administrators may see it: one line, 200 characters, each secret replaced, also where it
 * is written as in an address or in JSON.
 * @returns null if nothing is left.
 */
export function showAnswer(text: string, secrets: readonly string[]): string | null {
  const forms = secrets
    .flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
    .filter((form) => form !== '')
    .sort((left, right) => right.length - left.length);
  const masked = forms.reduce((current, form) => current.replaceAll(form, '••••'), text);
  const line = masked.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]/gu, ' ').trim();
  return line === '' ? null : Array.from(line).slice(0, SHOWN).join('');
}
