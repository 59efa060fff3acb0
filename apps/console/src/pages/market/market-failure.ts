import { Failure } from '../../api/failure';
import { useWords } from '../../words/words';
import { marketWords } from './market-words';

/** Says a failure in the reader's words where its code is a known one. */
export function useMarketFailure(): (error: unknown) => unknown {
  const say = useWords(marketWords);
  const known: Readonly<Record<string, string>> = {
    market_not_configured: say.notConfigured,
    market_is_demo: say.isDemo,
    import_running: say.importRunning,
    no_worker: say.noWorker,
    queue_unavailable: say.queueAway,
    body_too_large: say.bodyTooLarge,
  };
  return (error) => {
    if (!(error instanceof Failure)) return error;
    const sentence = known[error.code];
    if (sentence === undefined) return error;
    return new Failure(sentence, error.status, error.code, error.fields, error.requestId);
  };
}
