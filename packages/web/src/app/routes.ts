/** All addresses of the application, and the destination of unknown ones. */
export const marketRoutes = ['/rfqs', '/fs', '/paradex', '/vrfqs', '/leaderboard'] as const
export type MarketRoute = (typeof marketRoutes)[number]

const signInRoutes = ['/', '/twoFA/', '/register/', '/forgot-password/', '/set-password/', '/sign-on/'] as const
export type SignInRoute = (typeof signInRoutes)[number]

export const marketTitle: Readonly<Record<MarketRoute, string>> = {
  '/rfqs': 'Unified Markets',
  '/fs': 'Delta-1 Spreads',
  '/paradex': 'Perpetuals',
  '/vrfqs': 'Defi Auctions',
  '/leaderboard': 'Leaderboard',
}

const isMarket = (path: string): path is MarketRoute => (marketRoutes as readonly string[]).includes(path)

/** The screen of a signed-in user. Any other address leads to the last screen, or to the markets. */
export const marketRouteOf = (path: string, last: string | undefined): MarketRoute =>
  isMarket(path) ? path : last !== undefined && isMarket(last) ? last : '/rfqs'

/** The screen of a user who is not signed in. `/register/…` matches as a prefix, the others with or without a trailing slash. */
export function signInRouteOf(path: string): SignInRoute {
  if (path.startsWith('/register')) return '/register/'
  const slashed = path.endsWith('/') ? path : `${path}/`
  return signInRoutes.find((route) => route === slashed) ?? '/'
}
