/**
 * The one catalogue of errors. On the wire: HTTP status and `{code, message, error, request_id, data?: {member, value?, rule?, id?}}`, with the
 * field-error form `{non_field_errors|field: [text]}` under /account/. Codes 2001, 3001, 3009 and 3504 are known to running clients.
 */
type Entry = { readonly code: number; readonly status: number; readonly summary: string }

export const errors = {
  // Any call
  ParseError: { code: -32700, status: 400, summary: 'The body or frame is not JSON.' },
  InvalidRequest: { code: -32600, status: 400, summary: 'The request is not of a form this API knows, or is too large.' },
  MethodNotFound: {
    code: -32601,
    status: 404,
    summary: 'There is no such call; with the status 405, the call is there and takes other methods, which `Allow` names.',
  },
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
  IdempotencyKeyReused: { code: 1004, status: 409, summary: 'The key was used before for another request.' },
  // RFQ
  RfqClosed: { code: 2001, status: 400, summary: 'The RFQ is no longer open.' },
  RfqIsDraft: { code: 2002, status: 400, summary: 'The RFQ is a draft; send it first.' },
  NotTheCreator: { code: 2003, status: 403, summary: 'Only the desk that created the RFQ may do this.' },
  NotACounterparty: { code: 2004, status: 403, summary: 'Only a desk that was asked may decline; the taker cancels.' },
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
  LifetimeNotOffered: { code: 2023, status: 400, summary: 'A request is good for 1, 5, 15, 30 or 60 minutes.' },
  // Orders
  OrderClosed: { code: 3001, status: 400, summary: 'The order is no longer open.' },
  OrderUnknown: { code: 3009, status: 400, summary: 'There is no such order, or it is not yours.' },
  OrderPriceMissing: { code: 3501, status: 400, summary: 'A taker gives a price, a maker a price for every leg.' },
  PriceContradictsLegs: { code: 3511, status: 400, summary: 'The price and the prices of the legs are not the same.' },
  PriceOffTick: { code: 3502, status: 400, summary: 'A price is not on the tick grid.' },
  PriceOutsideBand: { code: 3503, status: 400, summary: "A price is outside the venue's limits." },
  QuoteCrossesOwnSide: { code: 3504, status: 400, summary: "The desk's own bid would be at or above its own ask." },
  LayeringLimitReached: { code: 3505, status: 400, summary: 'The desk has its one open order on that side; replace it.' },
  OwnDesk: { code: 3506, status: 400, summary: 'A desk never trades with itself.' },
  TypeNotAllowed: { code: 3507, status: 400, summary: 'The order type and time in force do not go together.' },
  QuantityAboveRemaining: { code: 3508, status: 400, summary: 'The quantity is above what remains of the RFQ.' },
  HedgePriceDiffers: { code: 3509, status: 400, summary: 'A hedge leg trades at the price the taker fixed.' },
  TooManyOrders: { code: 3510, status: 400, summary: 'The RFQ has as many orders as it may have.' },
  // Order-book markets and protections
  PostOnlyWouldCross: { code: 3520, status: 400, summary: 'A post-only quote rests; at this price it would trade at once.' },
  ClientOrderIdInUse: { code: 3521, status: 400, summary: 'An open quote of the desk has this client order id.' },
  QuoteWindowClosed: { code: 3522, status: 400, summary: 'Quotes are taken until one minute before the first leg expires.' },
  TooManyMarkets: { code: 3523, status: 400, summary: 'There are as many markets open as there may be.' },
  ProtectionActive: { code: 3530, status: 400, summary: 'A protection of the desk has fired in this product; reset it, or wait.' },
  TradingIsStopped: { code: 3531, status: 403, summary: 'Trading is stopped for the desk or for you; cancelling goes on.' },
  LimitInvalid: { code: 3532, status: 400, summary: 'A limit or time of a protection is outside what is accepted.' },
  LimitUnknown: { code: 3533, status: 400, summary: 'The desk has no limit of this name.' },
  TooManyLimits: { code: 3534, status: 400, summary: 'A desk sets at most 50 limits.' },
  NotionalAboveLimit: { code: 3535, status: 400, summary: "The order is above the desk's own limit of notional." },
  PriceFarFromMark: {
    code: 3536,
    status: 400,
    summary: "The price is further from the mark than the guard of prices or the desk's own limit allows.",
  },
  QuoteTooWide: { code: 3537, status: 400, summary: "The desk's bid and ask would be too far apart." },
  TooManyQuotesPerTrade: { code: 3538, status: 400, summary: 'The desk has quoted too much today for what has traded of it.' },
  AlreadyDeclined: { code: 3540, status: 400, summary: 'The desk has declined this request.' },
  AllocationInvalid: {
    code: 3541,
    status: 400,
    summary: 'The parts of an allocation add up to the quantity, each at least the minimum block.',
  },
  SideNotAsked: { code: 3543, status: 400, summary: 'The taker has said its side, and the order is on the one that it leaves out.' },
  NotTwoWay: { code: 3544, status: 400, summary: 'A two-way quote is a bid and an ask in one request or market, and both rest.' },
  OtherSideRefused: { code: 3545, status: 400, summary: 'The other side of the two-way quote was refused; neither was changed.' },
  PricingImpossible: { code: 3542, status: 400, summary: 'No leg prices on tick and within limits add up to the price.' },
  // Accounts
  SignInRefused: { code: 4101, status: 400, summary: 'Unable to log in with provided credentials.' },
  TwoFactorRequired: { code: 4102, status: 400, summary: 'Two Factor Authentication code is required' },
  TwoFactorRefused: { code: 4103, status: 400, summary: 'The authentication code is not valid.' },
  AccessSuspended: { code: 4104, status: 403, summary: 'Access is suspended; the desk administrator or support can restore it.' },
  StepUpRequired: { code: 4105, status: 403, summary: 'Prove again who you are with POST /account/password-check/, then repeat the call.' },
  PasswordWrong: { code: 4106, status: 400, summary: 'The password is not right.' },
  PasswordTooWeak: { code: 4107, status: 400, summary: 'The password is too short, too common, all numeric, or like your name or email.' },
  PasswordUnchanged: { code: 4108, status: 400, summary: 'The new password has to differ from the old one.' },
  PasswordsDiffer: { code: 4109, status: 400, summary: 'Passwords do not match' },
  ResetLinkInvalid: { code: 4110, status: 400, summary: 'The link has been used or has expired; ask for a new one.' },
  EmailCodeInvalid: { code: 4111, status: 400, summary: 'The code is not the one that was sent, or it has expired.' },
  TwoFactorActive: { code: 4112, status: 400, summary: 'Two-factor authentication is active already.' },
  TwoFactorInactive: { code: 4113, status: 400, summary: 'Two-factor authentication is not active.' },
  PasskeyRefused: { code: 4115, status: 400, summary: 'The passkey could not be verified.' },
  TooManyPasskeys: { code: 4116, status: 400, summary: 'A person has at most 10 passkeys.' },
  TokenExpired: { code: 401, status: 401, summary: 'Invalid token.' },
  // Joining
  InvitationInvalid: { code: 4151, status: 400, summary: 'Invalid Registration Code' },
  EmailTaken: { code: 4152, status: 400, summary: 'The invitation was made for another address, or the address has an account.' },
  CountryNotServed: { code: 4153, status: 400, summary: 'We are currently not providing services to the selected country' },
  AgreementMissing: { code: 4154, status: 400, summary: 'The agreement for the country of residence has to be accepted.' },
  DateInvalid: { code: 4155, status: 400, summary: 'Invalid Date' },
  AgreementUnknown: { code: 4156, status: 400, summary: 'There is no agreement of that name in force.' },
  TooManyInvitations: { code: 4157, status: 400, summary: 'A desk has at most 50 open invitations.' },
  RestrictedAddress: { code: 4158, status: 403, summary: 'No RFQs are left for a sign-in from a restricted address.' },
  AgreementNotAccepted: { code: 4159, status: 403, summary: 'Accept the agreement in force before you trade.' },
  ProductNotOffered: { code: 4160, status: 403, summary: 'The product is not offered by the entity whose customer you are.' },
  // Desks
  NothingAsked: { code: 4201, status: 400, summary: 'There is no request between these desks; ask first.' },
  AlreadyAsked: { code: 4202, status: 400, summary: 'A request is open; it can be approved or withdrawn.' },
  AlreadyApproved: { code: 4203, status: 400, summary: 'These desks have approved each other.' },
  OwnRequest: { code: 4204, status: 400, summary: 'The other desk has to approve this request.' },
  LastAdministrator: { code: 4205, status: 400, summary: 'A desk keeps at least one active administrator.' },
  OwnMembership: { code: 4206, status: 400, summary: 'Another administrator has to change your own membership.' },
  TooManyGroups: { code: 4207, status: 400, summary: 'A desk has at most 50 groups of counterparties.' },
  GroupNameTaken: { code: 4208, status: 400, summary: 'The desk has a group of that name.' },
  TooManyKeys: { code: 4301, status: 400, summary: 'A desk has at most 20 API keys.' },
  KeyNameTaken: { code: 4302, status: 400, summary: 'The desk has a key of that name.' },
  AddressListInvalid: { code: 4303, status: 400, summary: 'Addresses and networks are accepted: 203.0.113.7, 2001:db8::/32.' },
  AddressNotAllowed: { code: 403, status: 403, summary: 'The key is not accepted from this address.' },
  SocketNotSigned: { code: 4306, status: 403, summary: 'The key opens sockets signed, or with a ticket; its name alone is not enough.' },
  VenueAccountTaken: { code: 4304, status: 400, summary: 'The desk has an account of that name at this venue.' },
  VenueNotSupported: { code: 4305, status: 400, summary: 'Venue "{venue}" not supported' },
} as const satisfies Record<string, Entry>

export type ErrorName = keyof typeof errors

/** The JSON body of an error outside /account/. `detail` repeats the message for clients that read only that. */
export type ErrorBody = {
  readonly code: number
  readonly error: ErrorName
  readonly message: string
  readonly detail: string
  /** As in x-request-id: what the log has too. */
  readonly request_id?: string
  readonly data?: { readonly member?: string; readonly value?: unknown; readonly rule?: string; readonly id?: string }
}
