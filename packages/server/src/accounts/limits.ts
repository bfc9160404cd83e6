/** Maxima and lifetimes of accounts. */
const minute = 60_000
const hour = 60 * minute

export const accountLimits = {
  keysPerDesk: 20,
  venueAccountsPerDesk: 20,
  /** Questions to venues about keys, of a desk; and keys that it saves, each of which asks as well. */
  venueKeyChecks: { perSecond: 1 / 10, burst: 10 },
  venueKeysSaved: { perSecond: 1 / 10, burst: 60 },
  /** A venue that has not answered about a key by then counts as unreachable. */
  venueCheckMs: 20_000,
  /** Each account is asked about this often, and up to so much sooner, so that not all come at once. */
  venueCheckEveryMs: 5 * minute,
  venueCheckSpreadMs: 30_000,
  /** How often the accounts that are due are looked for, and what was learned of others is stored. */
  venueHealthLookMs: 5_000,
  /** The administrators are written to about an account at most this often. */
  venueHealthQuietMs: hour,
  /** The key before is kept at least so long, for what was agreed with it. */
  previousVenueKeyMs: hour,
  sessionsPerUser: 20,
  preferencesBytes: 32 * 1024,
  /** A session ends when it was not used for this long, and at the latest after its life. */
  sessionIdleMs: 12 * hour,
  sessionLifeMs: 30 * 24 * hour,
  /** A token older than this is replaced with the next answer. */
  tokenAgeMs: 10 * minute,
  /** Calls that are on their way with the token before are still answered. */
  tokenGraceMs: 2 * minute,
  /** How often the last use of sessions and keys is stored. */
  seenEveryMs: minute,
  /** How many known devices of a person are kept, and for how long after their last use. */
  knownDevices: 60,
  knownDeviceMs: 90 * 24 * hour,
  resetLinkMs: hour,
  /** Two-factor that somebody else turned on is turned off with a new password. */
  undoLinkMs: 24 * hour,
  /** Reset links that a person is mailed: three at once, then one in twenty minutes; more requests are answered the same. */
  resetLinks: { perSecond: 1 / 1200, burst: 3 },
  /** Reset requests that wait to be looked at. */
  resetsWaiting: 200,
  socketTicketMs: 30_000,
  /** Open tickets of one session; older ones are void. */
  socketTickets: 20,
  invitationLifeMs: 14 * 24 * hour,
  openInvitationsPerDesk: 50,
  invitationsShown: 200,
  /** Invitations of a desk mailed to one address, as for reset links; and to all of them. */
  invitationEmails: { perSecond: 1 / 1200, burst: 3 },
  invitationEmailsOfDesk: { perSecond: 1 / 60, burst: 200 },
  /** A key that is used from an address it is not for is reported once in so long. */
  refusedAddressQuietMs: hour,
  /** A person who signed in from a restricted address asks for so many, over all such sign-ins. */
  rfqsFromRestrictedAddress: 3,
  restrictions: 1000,
} as const
