/** Maxima and lifetimes of accounts. */
const minute = 60_000
const hour = 60 * minute

export const accountLimits = {
  keysPerDesk: 20,
  venueAccountsPerDesk: 20,
  /** Checks of keys with venues, per desk. Saving a key counts too, because it also asks the venue. */
  venueKeyChecks: { perSecond: 1 / 10, burst: 10 },
  venueKeysSaved: { perSecond: 1 / 10, burst: 60 },
  /** A venue that has not answered about a key after this time counts as unreachable. */
  venueCheckMs: 20_000,
  /** Each account is checked about this often, or somewhat sooner, so that the checks are spread out. */
  venueCheckEveryMs: 5 * minute,
  venueCheckSpreadMs: 30_000,
  /** How often due accounts are looked for, and results for the others are stored. */
  venueHealthLookMs: 5_000,
  /** Administrators get at most one email about an account in this time. */
  venueHealthQuietMs: hour,
  /** The previous key is kept at least this long, for trades that were agreed with it. */
  previousVenueKeyMs: hour,
  sessionsPerUser: 20,
  preferencesBytes: 32 * 1024,
  /** A session ends when it was not used for this long, and at the latest after its maximum life. */
  sessionIdleMs: 12 * hour,
  sessionLifeMs: 30 * 24 * hour,
  /** A token older than this is replaced with the next response. */
  tokenAgeMs: 10 * minute,
  /** Calls in flight with the previous token are still answered. */
  tokenGraceMs: 2 * minute,
  /** How often the last use of sessions and keys is stored. */
  seenEveryMs: minute,
  /** The number of known devices kept per user, and the time they are kept after their last use. */
  knownDevices: 60,
  knownDeviceMs: 90 * 24 * hour,
  resetLinkMs: hour,
  /** If an attacker turned on two-factor authentication, setting a new password with this link turns it off. */
  undoLinkMs: 24 * hour,
  /** Reset links mailed to a user: three at once, then one every twenty minutes. Requests beyond that get the same response. */
  resetLinks: { perSecond: 1 / 1200, burst: 3 },
  /** Reset requests waiting to be processed. */
  resetsWaiting: 200,
  socketTicketMs: 30_000,
  /** A ticket of another gateway is known within this time. */
  socketTicketArrivesMs: 1_000,
  /** Open tickets of one session. Older ones are void. */
  socketTickets: 20,
  invitationLifeMs: 14 * 24 * hour,
  openInvitationsPerDesk: 50,
  invitationsShown: 200,
  /** Invitations of a desk to one address, limited like reset links, and to all addresses together. */
  invitationEmails: { perSecond: 1 / 1200, burst: 3 },
  invitationEmailsOfDesk: { perSecond: 1 / 60, burst: 200 },
  /** A key that is used from a disallowed address is reported once in this time. */
  refusedAddressQuietMs: hour,
  /** The number of RFQs that a user who signed in from a restricted address may send, over all such sign-ins. */
  rfqsFromRestrictedAddress: 3,
  restrictions: 1000,
} as const
