/** A message of the chat protocol. */
export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** The prompt of a question, for any format of the answer. */
export interface Prompt {
  /** Kind and number of the template, stored with the run. A template that has been used never changes. */
  version: string;
  system: string;
  user: string;
  /** The market data in it, alone. */
  csv: string;
}

/** The prompt as people read it. */
export function promptCopy({ system, user }: Prompt): string {
  return `[system]\n${system}\n\n[user]\n${user}`;
}

export function toMessages({ system, user }: Prompt): ChatMessage[] {
  return [
    { role: 'system', content: system },
    { role: 'user', content: user },
  ];
}
