import { testKeys } from './siteverify.ts';

/** A site key of our own, not one of Cloudflare's: the first attempt fails, the next one passes. */
export const flakySiteKey = '1x0000000000imitation-stumbles';

/**
 * A script with the functions of Cloudflare's api.js that put a widget on a page: a frame of Cloudflare's host, and
 * the callbacks in the order the documented test keys bring them about.
 */
export const script = `(() => {
  const sites = ${JSON.stringify(testKeys.sites)};
  const widgets = new Map();
  let last = 0;
  let stumbles = 1;
  function fail(widget) {
    const { options, frame } = widget;
    options['error-callback']('600010');
    // A widget starts by itself unless configured not to.
    const interval = options['retry-interval'] ?? 8000;
    if (options.retry !== 'never') setTimeout(() => frame.isConnected && start(widget), interval);
  }
  function start(widget) {
    const { options, frame } = widget;
    const isSolved = { [sites.passes]: true, [sites.asks]: false, '${flakySiteKey}': true }[options.sitekey];
    const isStumbling = options.sitekey === '${flakySiteKey}' && stumbles-- > 0;
    if (options.sitekey === sites.blocks || isStumbling) return setTimeout(fail, 50, widget);
    frame.src = 'https://challenges.cloudflare.com/turnstile/v0/frame?asks=' + (isSolved === false);
    if (isSolved) setTimeout(() => options.callback('${testKeys.token}'), 50);
  }
  addEventListener('message', ({ origin, source, data }) => {
    if (origin !== 'https://challenges.cloudflare.com' || data !== 'solved') return;
    for (const { options, frame } of widgets.values()) {
      if (frame.contentWindow === source) options.callback('${testKeys.token}');
    }
  });
  window.turnstile = {
    render(place, options) {
      const frame = document.createElement('iframe');
      frame.title = 'Widget containing a Cloudflare security challenge';
      frame.style.cssText = 'border: none; width: 100%; height: 65px';
      place.append(frame);
      const id = 'imitation-' + ++last;
      widgets.set(id, { options, frame });
      start(widgets.get(id));
      return id;
    },
    reset: (id) => start(widgets.get(id)),
    remove(id) {
      widgets.get(id)?.frame.remove();
      widgets.delete(id);
    },
  };
})();
`;

/** The content of the frame: a box to press if the site key asks for one. */
export const frameHtml = (asks: boolean) => `<!doctype html>
<html lang="en"><head><title>Challenge</title></head><body>
<label><input type="checkbox"${asks ? '' : ' checked disabled'}> Verify you are human</label>
<script>document.querySelector('input').onchange = () => parent.postMessage('solved', '*');</script>
</body></html>
`;
