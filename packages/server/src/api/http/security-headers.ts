import { connectedTo, type AllowedHosts } from './allowed-hosts.ts'

/** Headers of every response. Only our own script files run, and no other site may frame, embed or call us from a browser. */
const policyFor = (connected: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    // Component libraries set styles on elements, and use a style tag to keep the page from scrolling under a dialog.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "media-src 'self' data: blob:",
    ["connect-src 'self'", ...connected].join(' '),
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

const always: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** Two years with subdomains, as the browsers' preload lists require. */
const transport = { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }

/** Once a browser has connected over HTTPS, it must not use anything else. */
export const securityHeadersAt = (publicUrl: string | undefined, allowedHosts: AllowedHosts = {}): Readonly<Record<string, string>> => ({
  'content-security-policy': policyFor(connectedTo(allowedHosts)),
  ...always,
  ...(publicUrl?.startsWith('https:') === true ? transport : {}),
})
