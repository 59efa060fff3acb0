export const DIGEST_EVENTS = ['digest.evening', 'digest.morning'] as const;
export type DigestEvent = (typeof DIGEST_EVENTS)[number];

/** When a digest may come, `HH:MM` in Asia/Shanghai. `until`: it is written late before this time; undefined: until midnight. */
export const DIGEST_TIMES: Readonly<
  Record<DigestEvent, { earliest: string; latest: string; usual: string; until?: string }>
> = {
  'digest.evening': { earliest: '15:30', latest: '23:55', usual: '21:00' },
  'digest.morning': { earliest: '05:00', latest: '09:25', usual: '08:45', until: '09:30' },
};
