/**
 * The catalogue of all errors. On the wire: HTTP status and `{code, message, error, request_id, data?: {member, value?, rule?, id?}}`, with the
 * field-error form `{non_field_errors|field: [text]}` under /account/. Running clients depend on the codes 2001, 3001, 3009, 3504 and 4003.
 */
type Entry = { readonly code: number; readonly status: number; readonly summary: string }

export const errors = {
  // Any call
  ParseError: { code: -32700, status: 400, summary: 'The body or frame is not valid JSON.' },
  InvalidRequest: { code: -32600, status: 400, summary: 'The request does not have a form that this API accepts, or is too large.' },
  MethodNotFound: {
    code: -32601,
    status: 404,
    summary: 'The call does not exist. With status 405 the path exists, and `Allow` lists the methods it accepts.',
  },
  InvalidParams: { code: -32602, status: 400, summary: 'A parameter is missing or has an invalid value; data.member names it.' },
  InternalError: { code: -32603, status: 500, summary: 'Internal server error. The x-request-id header identifies it in the log.' },
  NotAuthenticated: { code: 401, status: 401, summary: 'Sign in, or send the three signature headers.' },
  InvalidSignature: {
    code: 401,
    status: 401,
    summary: 'The signature does not match the request, its time is more than 30 s off, or the same signed request was already received.',
  },
  InvalidAccessKey: { code: 403, status: 403, summary: 'The access key is unknown or has been revoked.' },
  RateLimited: { code: 429, status: 429, summary: 'Too many requests. Retry after the time in Retry-After.' },
  Unavailable: { code: 503, status: 503, summary: 'The server is starting, stopping or overloaded. Retry after the time in Retry-After.' },
  InsufficientPermissions: { code: 1001, status: 403, summary: 'Your role on the desk does not allow this.' },
  InvalidEnumerationValue: {
    code: 1002,
    status: 400,
    summary: 'The value is not one of the accepted values; data contains the member and the value.',
  },
  NotFound: { code: 1003, status: 404, summary: 'The object does not exist, or you do not have access to it.' },
  IdempotencyKeyReused: { code: 1004, status: 409, summary: 'The key was already used for a different request.' },
  // RFQ
  RfqClosed: { code: 2001, status: 400, summary: 'The RFQ is no longer open.' },
  RfqIsDraft: { code: 2002, status: 400, summary: 'The RFQ is a draft. Send it first.' },
  NotTheCreator: { code: 2003, status: 403, summary: 'Only the desk that created the RFQ can do this.' },
  NotACounterparty: { code: 2004, status: 403, summary: 'Only a desk that was asked can decline. The taker cancels instead.' },
  StructureInvalid: { code: 2010, status: 400, summary: 'The legs do not form a tradable structure.' },
  QuantityBelowBlockMinimum: { code: 2011, status: 400, summary: 'The quantity is below the minimum block.' },
  QuantityOffIncrement: { code: 2012, status: 400, summary: 'The quantity is not a multiple of the increment.' },
  CounterpartyMissing: { code: 2013, status: 400, summary: 'At least one counterparty must be specified' },
  CounterpartyNotEligible: { code: 2014, status: 400, summary: 'A named desk is not an approved market maker at this venue.' },
  AnonymousNeedsThreeMakers: { code: 2015, status: 400, summary: 'To send an Anonymous RFQ, please select at least 3x LPs' },
  TooManyDrafts: { code: 2016, status: 400, summary: 'A desk can have at most 20 drafts.' },
  AccountUnknown: { code: 2017, status: 400, summary: 'The desk has no account with this name at this venue.' },
  InstrumentUnknown: { code: 2018, status: 400, summary: 'There is no such active instrument at this venue.' },
  ProductDisabled: { code: 2019, status: 400, summary: 'The product is not open for trading.' },
  RfqNotADraft: { code: 2020, status: 400, summary: 'The RFQ has already been sent.' },
  TooManyOpenRfqs: { code: 2021, status: 400, summary: 'The desk has reached its limit of open RFQs.' },
  RfqExists: { code: 2022, status: 409, summary: 'An RFQ with this id already exists.' },
  LifetimeNotOffered: { code: 2023, status: 400, summary: 'The lifetime of an RFQ must be 1, 5, 15, 30 or 60 minutes.' },
  VenuePaused: {
    code: 2024,
    status: 400,
    summary: 'The venue is settling its expiries or is under maintenance, and does not accept blocks.',
  },
  // Orders
  OrderClosed: { code: 3001, status: 400, summary: 'The order is no longer open.' },
  OrderUnknown: { code: 3009, status: 400, summary: 'The order does not exist, or it is not yours.' },
  OrderPriceMissing: {
    code: 3501,
    status: 400,
    summary: "A taker's order needs a price; a maker's quote needs a price for every leg, or `price` for a single leg.",
  },
  PriceContradictsLegs: { code: 3511, status: 400, summary: 'The price does not match the leg prices.' },
  PriceOffTick: { code: 3502, status: 400, summary: 'A price is not on tick.' },
  PriceOutsideBand: { code: 3503, status: 400, summary: "A price is outside the venue's limits." },
  QuoteCrossesOwnSide: { code: 3504, status: 400, summary: "The desk's own bid would be at or above its own ask." },
  LayeringLimitReached: {
    code: 3505,
    status: 400,
    summary: 'The desk already has the maximum number of open orders on this side. Replace one.',
  },
  OwnDesk: { code: 3506, status: 400, summary: 'A desk cannot trade with itself.' },
  TypeNotAllowed: { code: 3507, status: 400, summary: 'The order type and time in force cannot be combined.' },
  QuantityAboveRemaining: { code: 3508, status: 400, summary: 'The quantity exceeds what remains of the RFQ.' },
  HedgePriceDiffers: { code: 3509, status: 400, summary: 'A hedge leg must trade at the price that the taker fixed.' },
  TooManyOrders: { code: 3510, status: 400, summary: 'The desk has reached its limit of orders in the RFQ.' },
  OrderTooLate: { code: 3511, status: 400, summary: 'The order reached the market after its not_after. Nothing was changed.' },
  // Order-book markets and protections
  PostOnlyWouldCross: { code: 3520, status: 400, summary: 'A post-only quote must rest; at this price it would trade immediately.' },
  ClientOrderIdInUse: { code: 3521, status: 400, summary: 'Another open quote of the desk has this client order id.' },
  QuoteWindowClosed: { code: 3522, status: 400, summary: 'Quotes are accepted until one minute before the first leg expires.' },
  TooManyMarkets: { code: 3523, status: 400, summary: 'The maximum number of markets is open.' },
  ProtectionActive: { code: 3530, status: 400, summary: 'A protection of the desk was triggered in this product. Reset it, or wait.' },
  TradingIsStopped: { code: 3531, status: 403, summary: 'Trading is stopped for the desk or for you. You can still cancel.' },
  LimitInvalid: { code: 3532, status: 400, summary: 'A limit or time of a protection is outside the accepted range.' },
  LimitUnknown: { code: 3533, status: 400, summary: 'The desk has no limit with this name.' },
  TooManyLimits: { code: 3534, status: 400, summary: 'A desk can have at most 50 limits.' },
  NotionalAboveLimit: { code: 3535, status: 400, summary: "The order exceeds the desk's own notional limit." },
  PriceFarFromMark: {
    code: 3536,
    status: 400,
    summary: "The price is further from the mark than the price guard or the desk's own limit allows.",
  },
  QuoteTooWide: { code: 3537, status: 400, summary: "The desk's bid and ask would be too far apart." },
  TooManyQuotesPerTrade: { code: 3538, status: 400, summary: 'The desk has placed too many quotes today for the number of its trades.' },
  ApprovalRequired: {
    code: 3546,
    status: 400,
    summary: 'Above the notional that the desk has set, a second person has to approve the order.',
  },
  HeldRequestEnded: { code: 3547, status: 400, summary: 'The held request was decided, withdrawn, or has expired.' },
  OwnHeldRequest: { code: 3548, status: 403, summary: 'The sender of a held request cannot decide it.' },
  NotTheSender: { code: 3549, status: 403, summary: 'Only the sender of a held request can withdraw it.' },
  AlreadyDeclined: { code: 3540, status: 400, summary: 'The desk has declined this RFQ.' },
  AllocationInvalid: {
    code: 3541,
    status: 400,
    summary: 'The parts of an allocation must add up to the quantity, and each must be at least the minimum block.',
  },
  SideNotAsked: {
    code: 3543,
    status: 400,
    summary: 'The taker has disclosed its side, and the order is on the side that was not asked for.',
  },
  NotTwoWay: {
    code: 3544,
    status: 400,
    summary: 'A two-way quote must be a bid and an ask in the same RFQ or market, and both must rest.',
  },
  OtherSideRefused: { code: 3545, status: 400, summary: 'The other side of the two-way quote was refused; neither side was changed.' },
  VenueMakersNotOffered: { code: 3550, status: 400, summary: "The venue's own makers cannot be asked in this RFQ." },
  VenueNotAsked: { code: 3551, status: 400, summary: "This RFQ did not ask the venue's own makers." },
  VenueQuoteGone: { code: 3552, status: 400, summary: "The venue's own makers do not quote that side at that price." },
  VenueQuantityNotWhole: { code: 3553, status: 400, summary: 'At the venue, the whole requested quantity trades or nothing does.' },
  PricingImpossible: { code: 3542, status: 400, summary: 'No leg prices on tick and within limits add up to the price.' },
  BookingOver: { code: 3560, status: 400, summary: 'The trade is not waiting to be booked, or is not one of your trades.' },
  BookingConfirmed: { code: 3561, status: 400, summary: 'The desk has confirmed the booking, and the other desk may rely on it.' },
  NotBookedByDesks: { code: 3562, status: 400, summary: 'The venue settles this trade. It does not have to be booked by hand.' },
  NotDisputed: { code: 3563, status: 400, summary: 'The trade is not in dispute. Its desks or its deadline settle it.' },
  ListInvalid: { code: 3554, status: 400, summary: 'A list has 2 to 50 lines of one venue and one currency.' },
  ListIncomplete: { code: 3555, status: 400, summary: 'A net price or a complete offer needs every line of the list.' },
  ListNotTraded: { code: 3556, status: 400, summary: 'Nothing of the list was traded, because at least one line could not be.' },
  NetPriceOffTick: { code: 3557, status: 400, summary: 'No line prices on their ticks add up to the net price.' },
  OrderNoLongerRests: { code: 4003, status: 403, summary: 'The order is no longer open: it was filled or cancelled.' },
  // Perpetuals
  PerpetualsNotOffered: { code: 3570, status: 404, summary: 'No perpetuals venue is connected to this installation.' },
  PerpetualUnknown: { code: 3571, status: 404, summary: 'The venue lists no perpetual with this name.' },
  PerpetualAccountMissing: {
    code: 3572,
    status: 400,
    summary: 'The desk has no account at the perpetuals venue. An administrator can connect one under venue accounts.',
  },
  PerpetualOrderInvalid: {
    code: 3573,
    status: 400,
    summary: 'The order does not meet the rules of its market. The message states what would be accepted.',
  },
  PerpetualRefused: { code: 3574, status: 400, summary: 'The venue rejected the request. The message contains its reason.' },
  PerpetualOutcomeUnknown: {
    code: 3575,
    status: 503,
    summary: 'The venue did not respond and may have executed the request. Check the open orders before you try again.',
  },
  PerpetualsSilent: { code: 3576, status: 503, summary: 'The perpetuals venue does not respond. Nothing was changed.' },
  // Vault auctions
  AuctionsNotOffered: { code: 3580, status: 404, summary: 'No chain is connected to this installation, so it has no auctions.' },
  AuctionNotRunning: { code: 3581, status: 400, summary: 'Bids can be placed and cancelled from the start of an auction until it closes.' },
  BidsAreSealed: { code: 3582, status: 400, summary: 'Bids are sealed until the auction closes.' },
  NotAVault: { code: 3583, status: 403, summary: 'Only a desk that the operator has admitted as a vault can open auctions.' },
  OfferUnfit: {
    code: 3584,
    status: 400,
    summary: 'The offer at the swap contract cannot be auctioned. The message states why.',
  },
  OfferAuctioned: { code: 3585, status: 409, summary: 'An auction of this offer is still open.' },
  AuctionTimesInvalid: {
    code: 3586,
    status: 400,
    summary: 'An auction must accept bids for 10 seconds to one day, and must start within a week.',
  },
  BidUnfit: {
    code: 3587,
    status: 400,
    summary: 'The bid does not meet the rules of its auction. The message states what would be accepted.',
  },
  BidRefusedByContract: {
    code: 3588,
    status: 400,
    summary: "The swap contract would reject the bid. The message begins with the contract's error code.",
  },
  DelegateMissing: { code: 3589, status: 400, summary: 'The wallet has not authorised a delegate at the swap contract.' },
  BetterBidStands: { code: 3590, status: 400, summary: 'There is a better bid that the contract would settle.' },
  AuctionDecided: { code: 3591, status: 400, summary: 'The auction is decided: everything is sold, or the time to decide has passed.' },
  TransactionMissing: { code: 3592, status: 400, summary: 'A settlement must be reported with its transaction.' },
  TradeSettled: { code: 3593, status: 400, summary: 'The chain has settled the trade, and a report cannot reverse it.' },
  ChainSilent: { code: 3594, status: 503, summary: 'The chain does not respond. Nothing was changed.' },
  // Accounts
  SignInRefused: { code: 4101, status: 400, summary: 'Unable to log in with provided credentials.' },
  TwoFactorRequired: { code: 4102, status: 400, summary: 'Two Factor Authentication code is required' },
  TwoFactorRefused: { code: 4103, status: 400, summary: 'The authentication code is not valid.' },
  AccessSuspended: { code: 4104, status: 403, summary: 'Access is suspended. The desk administrator or support can restore it.' },
  StepUpRequired: {
    code: 4105,
    status: 403,
    summary: 'Confirm your identity again with POST /account/password-check/, then repeat the call.',
  },
  PasswordWrong: { code: 4106, status: 400, summary: 'The password is incorrect.' },
  PasswordTooWeak: {
    code: 4107,
    status: 400,
    summary: 'The password is too short, too common, all numeric, or too similar to your name or email.',
  },
  PasswordUnchanged: { code: 4108, status: 400, summary: 'The new password must differ from the old one.' },
  PasswordsDiffer: { code: 4109, status: 400, summary: 'Passwords do not match' },
  ResetLinkInvalid: { code: 4110, status: 400, summary: 'The link has been used or has expired. Request a new one.' },
  EmailCodeInvalid: { code: 4111, status: 400, summary: 'The code is incorrect or has expired.' },
  TwoFactorActive: { code: 4112, status: 400, summary: 'Two-factor authentication is already active.' },
  TwoFactorInactive: { code: 4113, status: 400, summary: 'Two-factor authentication is not active.' },
  PasskeyRefused: { code: 4115, status: 400, summary: 'The passkey could not be verified.' },
  TooManyPasskeys: { code: 4116, status: 400, summary: 'A user can have at most 10 passkeys.' },
  SignOnUnknown: { code: 4118, status: 400, summary: 'No firm uses its own sign-on for this email address.' },
  SignOnRefused: { code: 4119, status: 400, summary: 'The sign-on of your firm could not be completed, or it gives you no access.' },
  SignOnRequired: { code: 4120, status: 403, summary: 'Your firm requires its own sign-on.' },
  SignOnUnavailable: { code: 4121, status: 503, summary: 'The sign-on of your firm does not respond.' },
  TokenExpired: { code: 401, status: 401, summary: 'Invalid token.' },
  // Joining
  InvitationInvalid: { code: 4151, status: 400, summary: 'Invalid Registration Code' },
  EmailTaken: {
    code: 4152,
    status: 400,
    summary: 'The invitation was sent to a different address, or the address already has an account.',
  },
  CountryNotServed: { code: 4153, status: 400, summary: 'We are currently not providing services to the selected country' },
  AgreementMissing: { code: 4154, status: 400, summary: 'The agreement for the country of residence must be accepted.' },
  DateInvalid: { code: 4155, status: 400, summary: 'Invalid Date' },
  AgreementUnknown: { code: 4156, status: 400, summary: 'There is no agreement with this name in force.' },
  TooManyInvitations: { code: 4157, status: 400, summary: 'A desk can have at most 50 open invitations.' },
  RestrictedAddress: { code: 4158, status: 403, summary: 'RFQs are not available when you sign in from a restricted address.' },
  AgreementNotAccepted: { code: 4159, status: 403, summary: 'Accept the current agreement before you trade.' },
  ProductNotOffered: { code: 4160, status: 403, summary: 'The product is not offered by the entity whose customer you are.' },
  // Desks
  NothingAsked: { code: 4201, status: 400, summary: 'There is no request between these desks. Send a request first.' },
  AlreadyAsked: { code: 4202, status: 400, summary: 'A request is already open. It can be approved or withdrawn.' },
  AlreadyApproved: { code: 4203, status: 400, summary: 'These desks have already approved each other.' },
  OwnRequest: { code: 4204, status: 400, summary: 'The other desk has to approve this request.' },
  LastAdministrator: { code: 4205, status: 400, summary: 'A desk must have at least one active administrator.' },
  OwnMembership: { code: 4206, status: 400, summary: 'You cannot change your own membership. Ask another administrator.' },
  TooManyGroups: { code: 4207, status: 400, summary: 'A desk can have at most 50 groups of counterparties.' },
  GroupNameTaken: { code: 4208, status: 400, summary: 'The desk already has a group with this name.' },
  RecapInvalid: { code: 4209, status: 400, summary: 'The format of the recap cannot be read. The message states why.' },
  TooManyKeys: { code: 4301, status: 400, summary: 'A desk can have at most 20 API keys.' },
  KeyNameTaken: { code: 4302, status: 400, summary: 'The desk already has a key with this name.' },
  AddressListInvalid: { code: 4303, status: 400, summary: 'Use IP addresses or networks: 203.0.113.7, 2001:db8::/32.' },
  AddressNotAllowed: { code: 403, status: 403, summary: 'The key is not accepted from this address.' },
  SocketNotSigned: {
    code: 4306,
    status: 403,
    summary: 'The key opens sockets only with a signature or a ticket. The access key alone is not enough.',
  },
  VenueAccountTaken: { code: 4304, status: 400, summary: 'The desk already has an account with this name at this venue.' },
  DayInvalid: { code: 4325, status: 400, summary: 'The day must be a UTC day that has begun, within the last 92: `2026-11-21`.' },
  PeriodInvalid: { code: 4370, status: 400, summary: 'The period must be 1 to 366 UTC days that have begun, with start before end.' },
  DifferenceClosed: { code: 4326, status: 400, summary: 'The difference is already closed. Only an open one can be closed.' },
  NotAFeeAlone: { code: 4327, status: 400, summary: "The venue's fee can be accepted only if nothing else differs." },
  ReasonMissing: { code: 4328, status: 400, summary: 'A reason is required to close a difference.' },
  VenueNotSupported: { code: 4305, status: 400, summary: 'Venue "{venue}" not supported' },
  VenueKeyRefused: { code: 4311, status: 400, summary: 'The venue rejected the key.' },
  VenueKeyCannotSettle: { code: 4312, status: 400, summary: 'The venue does not let the key settle blocks.' },
  VenueUnreachable: { code: 4313, status: 400, summary: 'The venue did not respond. The key can be saved unverified.' },
  AccountCannotSettle: { code: 4314, status: 400, summary: 'The account at the venue cannot settle. The message states why.' },
  VenueAccountReadOnly: { code: 4315, status: 400, summary: 'A read-only account cannot be a default.' },
  VenueKeyOfAnotherAccount: { code: 4316, status: 400, summary: 'The new key belongs to a different account at the venue.' },
} as const satisfies Record<string, Entry>

export type ErrorName = keyof typeof errors

/** The JSON body of an error outside /account/. `detail` repeats the message for clients that read only that field. */
export type ErrorBody = {
  readonly code: number
  readonly error: ErrorName
  readonly message: string
  readonly detail: string
  /** The same id as in x-request-id and in the log. */
  readonly request_id?: string
  readonly data?: {
    readonly member?: string
    readonly value?: unknown
    readonly rule?: string
    readonly id?: string
    readonly held_request?: string
  }
}
