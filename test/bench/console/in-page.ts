/** What is run in the page, as text: the types of a browser's world are not those of the tests. */

/** Before the page's own scripts: notes when rows came, and what kept the main thread. */
export const WATCH_THE_START = `
  window.benchLongTasks = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) window.benchLongTasks.push([startTime, duration]);
  }).observe({ type: 'longtask', buffered: true });
  const look = () => {
    if (document.querySelectorAll('[role=grid] [role=row]').length > 1) window.benchRows = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
`;

/**
 * Milliseconds from the start of the navigation until rows stand and the main thread has no task of 50 ms for half a
 * second; `null` while it is not yet so.
 */
export const INTERACTIVE_AFTER = `(() => {
  if (window.benchRows === undefined) return null;
  const ends = window.benchLongTasks.map(([start, duration]) => start + duration);
  const last = Math.max(window.benchRows, ...ends);
  return performance.now() - last < 500 ? null : last;
})()`;

/** Changes the address as a link does. @returns milliseconds from the last list reply's end to the rows on the screen. */
export function changeFilter(address: string): string {
  return `new Promise((done, fail) => {
    const rows = () => [...document.querySelectorAll('[role=grid] [role=row]')].slice(1, 8).map((row) => row.textContent).join('|');
    const before = rows();
    const began = performance.now();
    performance.clearResourceTimings();
    const look = () => {
      const replies = performance.getEntriesByType('resource')
        .filter(({ name, responseEnd }) => new URL(name).pathname === '/api/stock-cycle/sessions' && responseEnd > began);
      const reply = replies.at(-1);
      if (reply !== undefined && rows() !== before) {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => done(performance.now() - reply.responseEnd);
        requestAnimationFrame(() => channel.port2.postMessage(0));
      } else if (performance.now() - began > 5000) fail(new Error('the rows did not change'));
      else requestAnimationFrame(look);
    };
    history.pushState(null, '', ${JSON.stringify(address)});
    dispatchEvent(new PopStateEvent('popstate'));
    requestAnimationFrame(look);
  })`;
}

export const BEGIN_FRAMES = `
  window.benchFrames = [];
  window.benchLast = performance.now();
  window.benchStop = false;
  const frame = (now) => {
    window.benchFrames.push(now - window.benchLast);
    window.benchLast = now;
    if (!window.benchStop) requestAnimationFrame(frame);
  };
  requestAnimationFrame((now) => { window.benchLast = now; requestAnimationFrame(frame); });
`;

/** Milliseconds between the frames since {@link BEGIN_FRAMES}. */
export const END_FRAMES = `(() => { window.benchStop = true; return window.benchFrames; })()`;
