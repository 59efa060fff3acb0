import { EnvReader, type Environment } from './env-reader';

/**
 * The language of a person at a terminal, by the variables that every program there goes by: Chinese if the locale is
 * Chinese, else English. No setting of ours.
 */
export function operatorLanguage(env: Environment = process.env): 'zh' | 'en' {
  const reader = new EnvReader(env);
  const locale = reader.text('LC_ALL') ?? reader.text('LC_MESSAGES') ?? reader.text('LANG') ?? '';
  return /^zh(?:[^a-z]|$)/i.test(locale) ? 'zh' : 'en';
}
