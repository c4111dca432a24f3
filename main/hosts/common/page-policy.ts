/**
 * The headers that every page and answer of a host carries: what a page may load, call and be shown
 * in.
 */

/**
 * Content-Security-Policy of safekeeping's Electron list, item 7. `connect` names what the page may
 * call: nothing under Electron, its own host in a browser.
 *
 * One word differs from that list: Trusted Types `'none'` would forbid `new Worker(…)` too, so the
 * one policy `scriba-capture` is allowed. It can be made once only and knows the capture worker's
 * address alone (renderer/capture).
 */
export const contentPolicy = (connect: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "worker-src 'self'",
    `connect-src ${connect}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types scriba-capture',
  ].join('; ');

export const pageHeaders = (connect: string): Readonly<Record<string, string>> => ({
  'content-security-policy': contentPolicy(connect),
  'permissions-policy':
    'microphone=(self), camera=(), display-capture=(), geolocation=(), hid=(), serial=(), usb=(), midi=(), payment=()',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
});
