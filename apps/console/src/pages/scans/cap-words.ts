import { useFormats } from '../../words/formats';
import { useWords } from '../../words/words';
import type { Scan } from './hit-list';
import { capsOf } from './scan-figures';
import { scanWords } from './scan-words';

/** Says between which market caps a scan looked; undefined where it looked at all. */
export function useCapWords(): (scan: Scan) => string | undefined {
  const say = useWords(scanWords);
  const formats = useFormats();
  return (scan) => {
    const caps = capsOf(scan);
    if (caps === null) return undefined;
    return say.caps(formats.count(caps.min), caps.max === null ? say.unlimited : formats.count(caps.max));
  };
}
