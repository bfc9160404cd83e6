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
  /** The number of lines of a list RFQ. */
  listLinesLeast: 2,
  listLines: 50,
  /** How long a sign-in, or POST /account/password-check/, counts as confirmation for calls that require it. */
  provedForMs: 600_000,
  idempotencyKeyCharacters: 128,
  /** How long an idempotency key returns the first response, and its outcome is known. */
  idempotencyKeptMs: 86_400_000,
  /** Limits of the direct flow: in one market, in one RFQ, and on one side of it. */
  openRfqsPerDesk: 200,
  ordersPerDeskAndRfq: 500,
  openOrdersPerSide: 1,
  declineTextCharacters: 200,
  /** For a trade that both desks book: the length of the venue's id, and of a text to the other desk. */
  bookingReferenceCharacters: 64,
  bookingTextCharacters: 200,
  /** The number of accounts of one order, in either flow. */
  allocationPartsLeast: 2,
  allocationParts: 10,
  /** Limits of the order book: when quotes are no longer accepted, when a quote expires, when a market ends. */
  quotesEndBeforeExpiryMs: 60_000,
  quoteLifeMs: 86_400_000,
  marketInactivityMs: 86_400_000,
  openQuotesPerSide: 10,
  openQuotesPerDeskAndShard: 5_000,
  openMarketsPerShard: 20_000,
  clientOrderIdCharacters: 64,
  /** The highest leverage at any perpetuals venue. */
  perpetualLeverage: 1_000,
} as const
