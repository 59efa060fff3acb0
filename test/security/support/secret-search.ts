/** Secrets by what they are, to be searched for in whatever the program lets out. */
export class SecretSearch {
  private readonly forms: { name: string; form: string }[] = [];

  /** Adds a secret, with the spellings in which it would still be one. */
  add(name: string, secret: string): void {
    if (secret.length < 8) throw new Error(`${name} is too short to be searched for`);
    const bytes = Buffer.from(secret);
    const forms = [
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret),
      bytes.toString('hex'),
      bytes.toString('base64').replace(/=+$/, ''),
      bytes.toString('base64url'),
    ];
    this.forms.push(...[...new Set(forms)].map((form) => ({ name, form })));
  }

  /** Names of the secrets that stand in a text, also percent-encoded. */
  foundIn(text: string): string[] {
    const readings = [text, decoded(text), decoded(decoded(text))];
    const found = this.forms.filter(({ form }) => readings.some((reading) => reading.includes(form)));
    return [...new Set(found.map(({ name }) => name))];
  }
}

/** Each byte that is percent-encoded, as ASCII; the rest as it is. */
function decoded(text: string): string {
  return text.replaceAll(/%([2-7][0-9a-f])/gi, (_whole, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
