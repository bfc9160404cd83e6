/** Addresses outside the page that the product sends people to. */
export const links = {
  help: 'https://help.parley.example/',
  /** A page of our own, beside the trader's. */
  dashboard: '/dashboard/',
  faq: 'https://help.parley.example/faq',
  firstBot: 'https://help.parley.example/first-bot',
  join: 'https://parley.example/join',
  install: 'https://help.parley.example/install',
  support: 'support@parley.example',
} as const
