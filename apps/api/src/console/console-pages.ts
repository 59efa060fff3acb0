/** The first words of the console's addresses; whatever follows them is the console's own. */
const CONSOLE_PAGES = [
  'today',
  'sessions',
  'holdings',
  'scans',
  'screens',
  'studies',
  'ai',
  'jobs',
  'market',
  'seo',
  'settings',
] as const;

/** The routes that answer with the console's page. */
export const CONSOLE_ROUTES: string[] = ['/', ...CONSOLE_PAGES.flatMap((page) => [`/${page}`, `/${page}/*`])];
