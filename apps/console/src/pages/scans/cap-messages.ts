import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import type { Scan } from './hit-list';
import { getCaps } from './scan-stats';
import { scanMessages } from './scan-messages';

/** Says between which market caps a scan looked; undefined if it looked at all. */
export function useCapText(): (scan: Scan) => string | undefined {
  const t = useMessages(scanMessages);
  const formats = useFormats();
  return (scan) => {
    const caps = getCaps(scan);
    if (caps === null) return undefined;
    return t.caps(formats.count(caps.min), caps.max === null ? t.unlimited : formats.count(caps.max));
  };
}
