/** The host name under which a browser requested something: the Host header, or what our own proxy reports. */
import type { IncomingMessage } from 'node:http'

export const hostNameOf = (headers: IncomingMessage['headers'], trustProxy: boolean): string | undefined =>
  (trustProxy ? [headers['x-forwarded-host']].flat()[0] : undefined) ?? headers.host

/** Some proxies add the default port, which a browser leaves out. */
export const isHostOf = (page: URL, host: string | undefined): boolean =>
  host?.toLowerCase().replace(page.protocol === 'https:' ? /:443$/ : /:80$/, '') === page.host
