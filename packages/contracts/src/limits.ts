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
  subscriptionsPerSocket: 1000,
  socketsPerKey: 50,
  requestsPerSecond: 500,
  signatureWindowMs: 30_000,
  heartbeatWithinMs: 10_000,
  rfqLifeMs: 300_000,
  draftsPerDesk: 20,
  /** How long signing in, or POST /account/password-check/, counts for calls that ask for proof. */
  provedForMs: 600_000,
  idempotencyKeyCharacters: 128,
} as const
