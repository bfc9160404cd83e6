/** Addresses beside the trader's page: of this installation, or of its operator where they are set (docs/operations.md). */
export const setBy = (name: string): string | undefined =>
  globalThis.document?.querySelector(`meta[name="parley-${name}"]`)?.getAttribute('content') ?? undefined

const help = '/help/'
export const links = {
  /** The operator's chat group, or our own pages. */
  help: setBy('help') ?? help,
  faq: setBy('faq') ?? help,
  /** A page of our own, beside the trader's. */
  dashboard: '/dashboard/',
  firstBot: '/help/first-quote/',
  join: setBy('join') ?? '/help/joining/',
  install: '/help/install/',
  support: setBy('support') ?? 'support@parley.example',
} as const
