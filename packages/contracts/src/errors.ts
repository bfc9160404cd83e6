/**
 * The one catalogue of errors. On the wire: HTTP status and `{code, message, error, data?: {member, value?, rule?, id?}}`, with the
 * field-error form `{non_field_errors|field: [text]}` under /account/. Codes 2001, 3001, 3009 and 3504 are known to running clients.
 */
type Entry = { readonly code: number; readonly status: number; readonly summary: string }

export const errors = {
  // Any call
  ParseError: { code: -32700, status: 400, summary: 'The body or frame is not JSON.' },
  InvalidRequest: { code: -32600, status: 400, summary: 'The request is not of a form this API knows, or is too large.' },
  MethodNotFound: { code: -32601, status: 404, summary: 'There is no such call or method.' },
  InvalidParams: { code: -32602, status: 400, summary: 'A parameter is missing or has the wrong form; data.member names it.' },
  InternalError: { code: -32603, status: 500, summary: 'A fault of the server. The x-request-id header names it in the log.' },
  NotAuthenticated: { code: 401, status: 401, summary: 'Sign in, or send the three signature headers.' },
  InvalidSignature: { code: 401, status: 401, summary: 'The signature does not fit the request, or its time is more than 30 s off.' },
  InvalidAccessKey: { code: 403, status: 403, summary: 'The access key is not known or has been revoked.' },
  RateLimited: { code: 429, status: 429, summary: 'Too many requests; Retry-After says when to come back.' },
  Unavailable: { code: 503, status: 503, summary: 'The server is starting, stopping or overloaded; Retry-After says when to come back.' },
  InsufficientPermissions: { code: 1001, status: 403, summary: 'Your role on the desk does not allow this.' },
  InvalidEnumerationValue: {
    code: 1002,
    status: 400,
    summary: 'The value is not one of those listed; data names the member and the value.',
  },
  NotFound: { code: 1003, status: 404, summary: 'There is no such object, or it is not yours to see.' },
  IdempotencyKeyReused: { code: 1004, status: 409, summary: 'The key was used before with another body.' },
  // RFQ
  RfqClosed: { code: 2001, status: 400, summary: 'The RFQ is no longer open.' },
  RfqIsDraft: { code: 2002, status: 400, summary: 'The RFQ is a draft; send it first.' },
  NotTheCreator: { code: 2003, status: 403, summary: 'Only the desk that created the RFQ may do this.' },
  NotACounterparty: { code: 2004, status: 403, summary: 'Your desk was not asked for a quote.' },
  StructureInvalid: { code: 2010, status: 400, summary: 'The legs do not make a structure that can be traded.' },
  QuantityBelowBlockMinimum: { code: 2011, status: 400, summary: 'The quantity is below the minimum block.' },
  QuantityOffIncrement: { code: 2012, status: 400, summary: 'The quantity is not a multiple of the increment.' },
  CounterpartyMissing: { code: 2013, status: 400, summary: 'At least one counterparty must be specified' },
  CounterpartyNotEligible: { code: 2014, status: 400, summary: 'A desk named is not an approved market maker at this venue.' },
  AnonymousNeedsThreeMakers: { code: 2015, status: 400, summary: 'To send an Anonymous RFQ, please select at least 3x LPs' },
  TooManyDrafts: { code: 2016, status: 400, summary: 'A desk keeps at most 20 drafts.' },
  AccountUnknown: { code: 2017, status: 400, summary: 'The desk has no account of that name at this venue.' },
  InstrumentUnknown: { code: 2018, status: 400, summary: 'There is no such active instrument at this venue.' },
  ProductDisabled: { code: 2019, status: 400, summary: 'The product is not open for trading.' },
  RfqNotADraft: { code: 2020, status: 400, summary: 'The RFQ has been sent already.' },
  TooManyOpenRfqs: { code: 2021, status: 400, summary: 'The desk has as many open RFQs as it may have.' },
  RfqExists: { code: 2022, status: 409, summary: 'There is an RFQ of this id already.' },
  // Orders
  OrderClosed: { code: 3001, status: 400, summary: 'The order is no longer open.' },
  OrderUnknown: { code: 3009, status: 400, summary: 'There is no such order, or it is not yours.' },
  OrderPriceMissing: { code: 3501, status: 400, summary: 'A taker gives a price, a maker a price for every leg.' },
  PriceOffTick: { code: 3502, status: 400, summary: 'A price is not on the tick grid.' },
  PriceOutsideBand: { code: 3503, status: 400, summary: "A price is outside the venue's limits." },
  QuoteCrossesOwnSide: { code: 3504, status: 400, summary: "The desk's own bid would be at or above its own ask." },
  LayeringLimitReached: { code: 3505, status: 400, summary: 'The desk has its one open order on that side; replace it.' },
  OwnDesk: { code: 3506, status: 400, summary: 'A desk never trades with itself.' },
  TypeNotAllowed: { code: 3507, status: 400, summary: 'The order type and time in force do not go together.' },
  QuantityAboveRemaining: { code: 3508, status: 400, summary: 'The quantity is above what remains of the RFQ.' },
  HedgePriceDiffers: { code: 3509, status: 400, summary: 'A hedge leg trades at the price the taker fixed.' },
  TooManyOrders: { code: 3510, status: 400, summary: 'The RFQ has as many orders as it may have.' },
  // Accounts
  SignInRefused: { code: 4101, status: 400, summary: 'Unable to log in with provided credentials.' },
  TokenExpired: { code: 401, status: 401, summary: 'Invalid token.' },
  NothingAsked: { code: 4201, status: 400, summary: 'There is no request between these desks; ask first.' },
  AlreadyAsked: { code: 4202, status: 400, summary: 'A request is open; it can be approved or withdrawn.' },
  AlreadyApproved: { code: 4203, status: 400, summary: 'These desks have approved each other.' },
  OwnRequest: { code: 4204, status: 400, summary: 'The other desk has to approve this request.' },
  TooManyKeys: { code: 4301, status: 400, summary: 'A desk has at most 20 API keys.' },
} as const satisfies Record<string, Entry>

export type ErrorName = keyof typeof errors

/** The JSON body of an error outside /account/. `detail` repeats the message for clients that read only that. */
export type ErrorBody = {
  readonly code: number
  readonly error: ErrorName
  readonly message: string
  readonly detail: string
  readonly data?: { readonly member?: string; readonly value?: unknown; readonly rule?: string; readonly id?: string }
}
