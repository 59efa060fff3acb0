import { existsSync } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#lib/kernel';

const BUILT = join(projectFolder(), 'apps/console/dist');
const ASSETS = join(BUILT, 'assets');
const PAGE = join(BUILT, 'index.html');
const NONCE_PLACE = /__CSP_NONCE__/g;
const LONGEST_CACHE_MS = 365 * 24 * 3600 * 1000;

let page: string | undefined;

/**
 * Lets handlers send the console's files, compressed where the build left them so. Their names change with what is in
 * them, so a browser keeps them for good.
 */
export async function registerConsoleFiles(fastify: FastifyInstance): Promise<void> {
  await fastify.register(fastifyStatic, {
    root: ASSETS,
    serve: false,
    preCompressed: true,
    immutable: true,
    maxAge: LONGEST_CACHE_MS,
  });
}

/** The console's page for one reply. @throws AppError 503 where the console was never built. */
export async function consolePage(nonce: string): Promise<string> {
  page ??= await readFile(PAGE, 'utf8').catch(() => {
    throw new AppError(
      'unavailable',
      'console_not_built',
      'the console is not built: run npm run build, then start again',
    );
  });
  return page.replace(NONCE_PLACE, nonce);
}

/** Whether the build left a file of that name; a name that leads elsewhere is none. */
export async function isConsoleFile(name: string): Promise<boolean> {
  if (!/^[\w-][\w.-]*$/.test(name)) return false;
  return access(join(ASSETS, name)).then(
    () => true,
    () => false,
  );
}

/** The nearest folder above with a package.json: the same in source, in dist/ and in an image. */
function projectFolder(from: string = __dirname): string {
  if (existsSync(join(from, 'package.json'))) return from;
  const above = dirname(from);
  if (above === from) throw new Error('there is no package.json above the program');
  return projectFolder(above);
}
