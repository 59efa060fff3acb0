import { usePreferences } from '../preferences/preferences';

/** A sentence, or one with figures in it. */
type Phrase = string | ((...figures: never[]) => string);
type Phrases = Readonly<Record<string, Phrase>>;

/** The other language says the same things: a phrase that is missing, or takes other figures, does not compile. */
export type Translated<Chinese extends Phrases> = {
  readonly [Name in keyof Chinese]: Chinese[Name] extends (...figures: infer Figures) => string
    ? (...figures: Figures) => string
    : string;
};

export interface Words<Chinese extends Phrases> {
  readonly zh: Chinese;
  readonly en: Translated<Chinese>;
}

/** The phrases of one page or part, in both languages; they stand beside what shows them, and load with it. */
export function defineWords<Chinese extends Phrases>(words: Words<Chinese>): Words<Chinese> {
  return words;
}

/** The phrases in the chosen language. */
export function useWords<Chinese extends Phrases>(words: Words<Chinese>): Translated<Chinese> {
  const { language } = usePreferences();
  // Each phrase of the one has the type of its translation, which the compiler does not follow through a type parameter.
  return (language === 'zh' ? words.zh : words.en) as Translated<Chinese>;
}
