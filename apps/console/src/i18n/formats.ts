import { usePreferences } from '../preferences/preferences';
import { type Formats, formatsIn } from './formats-in';

export { NOTHING } from './formats-in';
export type { Formats } from './formats-in';

const FORMATS = { zh: formatsIn('zh'), en: formatsIn('en') };

/** Values and days in the chosen language. */
export function useFormats(): Formats {
  return FORMATS[usePreferences().language];
}
