/** Links to other pages: those of this installation, or the operator's if they are configured (docs/operations.md). */
export const setBy = (name: string): string | undefined =>
  globalThis.document?.querySelector(`meta[name="parley-${name}"]`)?.getAttribute('content') ?? undefined

const help = '/help/'
export const links = {
  /** The operator's support chat, or our own pages. */
  help: setBy('help') ?? help,
  faq: setBy('faq') ?? help,
  /** One of our own pages outside the trading page. */
  dashboard: '/dashboard/',
  firstBot: '/help/first-quote/',
  join: setBy('join') ?? '/help/joining/',
  install: '/help/install/',
  support: setBy('support') ?? 'support@parley.example',
} as const
