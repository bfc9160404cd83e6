/**
 * How often the public API may be called: `burst` at once, then `perSecond`. The published rate of POST rfqs is one in three seconds; ours
 * lets a desk send a burst first, so that a person who asks for several structures in a row is not held up, and settles at that rate.
 */
export const rates = {
  requestsPerDesk: { perSecond: 500, burst: 500, meaning: 'Calls of a desk, over all its keys and sessions.' },
  rfqsPerDesk: { perSecond: 1 / 3, burst: 60, meaning: 'POST /v2/drfq/rfqs/ of a desk, beside the above.' },
  marketsPerProduct: { perSecond: 1 / 3, burst: 1, meaning: 'Order-book markets that a desk opens in a product; joining one is free.' },
  quoteSweepsPerDesk: { perSecond: 1 / 2, burst: 5, meaning: 'DELETE /v1/ob/quotes/ without a filter, of a desk.' },
  takesPerProduct: { perSecond: 1 / 2, burst: 1, meaning: "A desk's executions as a taker in a product (rulebook 9.7)." },
  signInsPerAddress: {
    perSecond: 1,
    burst: 100,
    meaning: 'Sign-ins from one address; beside that, ten wrong passwords of one account from one place, then a back-off.',
  },
  resetsPerAddress: { perSecond: 1 / 60, burst: 20, meaning: 'Requests for a reset link, and uses of one, from one address.' },
  registrationsPerAddress: { perSecond: 1 / 10, burst: 30, meaning: 'POST /account/create-user/ from one address.' },
  framesPerSocket: { perSecond: 200, burst: 2000, meaning: 'Frames of one socket, heartbeats not counted.' },
} as const
