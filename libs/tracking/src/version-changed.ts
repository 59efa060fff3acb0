import { AppError } from '#lib/kernel';

/** Whether a version is one that the caller wants to change; without it the last write wins. */
export type VersionCheck = (version: number) => boolean;

/** 412: what the caller read is not what is stored any more. `what` as in `session 7`. */
export function versionChanged(what: string, version: number): AppError {
  return new AppError(
    'precondition_failed',
    'version_changed',
    `${what} was changed since it was read: its version is now "${version}"; read it again`,
    { details: { version } },
  );
}
