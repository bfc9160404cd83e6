/** Addresses beside the trader's page, all of them of this installation. */
export const links = {
  help: '/help/',
  /** A page of our own, beside the trader's. */
  dashboard: '/dashboard/',
  firstBot: '/help/first-quote/',
  join: '/help/joining/',
  install: '/help/install/',
  support: 'support@parley.example',
} as const
