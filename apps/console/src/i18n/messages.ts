import { usePreferences } from '../preferences/preferences';

/** A sentence, or one with values in it. */
type Message = string | ((...params: never[]) => string);
type MessageSet = Readonly<Record<string, Message>>;

/** The other language says the same things: a message that is missing, or takes other values, does not compile. */
export type Translated<Chinese extends MessageSet> = {
  readonly [Name in keyof Chinese]: Chinese[Name] extends (...params: infer Params) => string
    ? (...params: Params) => string
    : string;
};

export interface Messages<Chinese extends MessageSet> {
  readonly zh: Chinese;
  readonly en: Translated<Chinese>;
}

/** The messages of one page or part, in both languages; they are next to what shows them, and load with it. */
export function defineMessages<Chinese extends MessageSet>(messages: Messages<Chinese>): Messages<Chinese> {
  return messages;
}

/** The phrases in the chosen language. */
export function useMessages<Chinese extends MessageSet>(messages: Messages<Chinese>): Translated<Chinese> {
  const { language } = usePreferences();
  // Each phrase of the one has the type of its translation, which the compiler does not follow through a type parameter.
  return (language === 'zh' ? messages.zh : messages.en) as Translated<Chinese>;
}
