import { ConfigError, type EnvReader } from './env-reader';

/** The nightly backup of the embedded database. */
export interface BackupSettings {
  /** `HH:MM` in Shanghai; undefined: no backup is made. */
  readonly backupAt: string | undefined;
  readonly backupKeep: { readonly days: number; readonly weeks: number };
}

export function backupSettings(reader: EnvReader): BackupSettings {
  const at = reader.text('BACKUP_AT') ?? '03:30';
  if (at !== 'off' && !/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(at)) {
    throw new ConfigError('BACKUP_AT must be a time of day such as 03:30, or off');
  }
  const keep = /^([1-9]\d{0,2}),(\d{1,3})$/.exec(reader.text('BACKUP_KEEP') ?? '7,4');
  if (keep === null) throw new ConfigError('BACKUP_KEEP must be days and weeks such as 7,4');
  return {
    backupAt: at === 'off' ? undefined : at,
    backupKeep: { days: Number(keep[1]), weeks: Number(keep[2]) },
  };
}
