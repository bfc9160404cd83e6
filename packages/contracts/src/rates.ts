/**
 * The rate limits of the public API. The published rates are rolling windows: at most `most` calls within any `withinMs`. Our own rates, for
 * addresses and frames, are token buckets: `burst` at once, then `perSecond`.
 */
export const rates = {
  requestsPerDesk: {
    most: 500,
    withinMs: 1_000,
    meaning:
      'Calls of a desk, over all its keys and sessions. A page counts as one call for each 100 rows or candles that are requested, a call of the leaderboard and a change of an account as five.',
  },
  rescuesPerDesk: {
    most: 50,
    withinMs: 1_000,
    meaning:
      'Calls of a desk that cancel or protect, reserved for when requestsPerDesk is used up: a runaway program cannot delay the kill switch.',
  },
  rfqsPerDesk: { most: 1, withinMs: 3_000, meaning: 'Calls of a desk to POST /v2/drfq/rfqs/, in addition to requestsPerDesk.' },
  marketsPerProduct: {
    most: 1,
    withinMs: 3_000,
    meaning: 'Order-book markets that a desk opens in a product. Joining a market and refused calls are not counted.',
  },
  quoteSweepsPerDesk: { most: 5, withinMs: 10_000, meaning: 'Calls of a desk to DELETE /v1/ob/quotes/ without a filter.' },
  takesPerProduct: {
    most: 1,
    withinMs: 2_000,
    meaning:
      "A desk's aggressor executions in a product: orders in the order book, IOC quotes and takers' orders. Quotes that can rest are not counted (rulebook 9.7).",
  },
  spreadReadsPerDesk: { most: 100, withinMs: 1_000, meaning: 'GET calls of a desk to /v1/fs/, in addition to requestsPerDesk.' },
  spreadWritesPerDesk: {
    most: 10,
    withinMs: 1_000,
    meaning:
      'POST, PATCH and DELETE calls of a desk to /v1/fs/, in addition to requestsPerDesk. Calls that cancel or protect continue with rescuesPerDesk.',
  },
  perpetualReadsPerDesk: {
    most: 100,
    withinMs: 10_000,
    meaning: 'GET calls of a desk to /v2/perpetuals/, in addition to requestsPerDesk: the venue counts the reads of all desks together.',
  },
  chainCallsPerDesk: {
    most: 50,
    withinMs: 5_000,
    meaning:
      'Calls of a desk that read the chain, in addition to requestsPerDesk: pricing and placing bids, wallets, and what vaults read and open.',
  },
  signInsPerAddress: {
    perSecond: 1,
    burst: 100,
    meaning: 'Sign-ins from one address. In addition, ten wrong passwords for one account from one device start a back-off.',
  },
  resetsPerAddress: { perSecond: 1 / 60, burst: 20, meaning: 'Requests for a reset link, and uses of one, from one address.' },
  registrationsPerAddress: { perSecond: 1 / 10, burst: 30, meaning: 'POST /account/create-user/ from one address.' },
  framesPerSocket: {
    perSecond: 200,
    burst: 2000,
    meaning: 'Frames of one socket, including invalid ones. One heartbeat a second is not counted.',
  },
  framesPerDesk: { perSecond: 2000, burst: 20_000, meaning: 'Frames of all sockets of a desk together.' },
} as const

/** The rate of a desk, over a rolling window. */
export type RollingRate = { readonly most: number; readonly withinMs: number }
/** The rate of an address or a socket. */
export type BucketRate = { readonly perSecond: number; readonly burst: number }

/** The rate as text: "5 in 10 s", "100 at once, then 1 a second". */
export function formatRate(rate: RollingRate | BucketRate): string {
  if ('most' in rate) return rate.withinMs === 1_000 ? `${rate.most} a second` : `${rate.most} in ${rate.withinMs / 1_000} s`
  const { burst, perSecond } = rate
  return `${burst} at once, then ${perSecond >= 1 ? `${perSecond} a second` : `one in ${Math.round(1 / perSecond)} s`}`
}
