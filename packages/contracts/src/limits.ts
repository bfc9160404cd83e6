/** Every maximum of the public API, by name. */
export const limits = {
  bodyBytes: 64 * 1024,
  frameBytes: 64 * 1024,
  jsonDepth: 12,
  decimalCharacters: 32,
  labelCharacters: 128,
  pageSize: 1000,
  pageSizeDefault: 100,
  listItems: 100,
  legs: 25,
  counterparties: 100,
  groups: 50,
  subscriptionsPerSocket: 1000,
  socketsPerKey: 50,
  socketsPerDesk: 500,
  requestsPerSecond: 500,
  signatureWindowMs: 30_000,
  heartbeatWithinMs: 10_000,
  rfqLifeMs: 300_000,
  draftsPerDesk: 20,
  /** How long signing in, or POST /account/password-check/, counts for calls that ask for proof. */
  provedForMs: 600_000,
  idempotencyKeyCharacters: 128,
  /** For so long a key is answered as it was the first time, and its outcome is known. */
  idempotencyKeptMs: 86_400_000,
  /** Of the direct flow's rules: in one market, in one RFQ, on one side of it. */
  openRfqsPerDesk: 200,
  ordersPerDeskAndRfq: 500,
  openOrdersPerSide: 1,
  declineTextCharacters: 200,
  /** Of a trade that both desks book: the venue's id of it, and a text to the other desk. */
  bookingReferenceCharacters: 64,
  bookingTextCharacters: 200,
  /** Accounts of one order, in either flow. */
  allocationPartsLeast: 2,
  allocationParts: 10,
  /** Of the order book's rules: when quotes are no longer taken, when one expires, when a market ends by itself. */
  quotesEndBeforeExpiryMs: 60_000,
  quoteLifeMs: 86_400_000,
  marketInactivityMs: 86_400_000,
  openQuotesPerSide: 10,
  openQuotesPerDeskAndShard: 5_000,
  openMarketsPerShard: 20_000,
  clientOrderIdCharacters: 64,
  /** The most that any venue of perpetuals lends. */
  perpetualLeverage: 1_000,
} as const
