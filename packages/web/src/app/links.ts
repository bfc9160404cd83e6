/** Where the product sends people outside itself. */
export const links = {
  help: 'https://help.parley.example/',
  dashboard: 'https://dashboard.parley.example/',
  faq: 'https://help.parley.example/faq',
} as const
