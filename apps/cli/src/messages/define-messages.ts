/** A language that the commands speak. */
export const LANGUAGES = ['zh', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A sentence, or one with figures in it. */
type Phrase = string | ((...figures: never[]) => string);
export type Phrases = Readonly<Record<string, Phrase>>;

/** The other language says the same things: a phrase that is missing, or takes other figures, does not compile. */
export type Translated<Chinese extends Phrases> = {
  readonly [Name in keyof Chinese]: Chinese[Name] extends (...figures: infer Figures) => string
    ? (...figures: Figures) => string
    : string;
};

export interface Messages<Chinese extends Phrases> {
  readonly zh: Chinese;
  readonly en: Translated<Chinese>;
}

/** The phrases of one group of commands, in both languages. */
export function defineMessages<Chinese extends Phrases>(words: Messages<Chinese>): Messages<Chinese> {
  return words;
}

/** The phrases in one language. */
export function translate<Chinese extends Phrases>(words: Messages<Chinese>, language: Language): Translated<Chinese> {
  // Each phrase of the one has the type of its translation, which the compiler does not follow through a type parameter.
  return (language === 'zh' ? words.zh : words.en) as Translated<Chinese>;
}
