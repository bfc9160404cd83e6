/** Maxima and lifetimes of second factors. */
const minute = 60_000

export const factorLimits = {
  backupCodes: 10,
  /** At this number of remaining codes, the user is asked to create new ones. */
  fewBackupCodes: 2,
  /** How long the session that made backup codes may read them again. */
  backupCodesShownMs: 10 * minute,
  emailCodeLifeMs: 10 * minute,
  emailCodeAttempts: 5,
  /** Emails with a code that one user may request. */
  emailCodes: { perSecond: 1 / 60, burst: 5 },
  passkeys: 10,
  /** As many characters as fit in a path. The longest ids that authenticators are known to produce have about a hundred. */
  credentialIdCharacters: 256,
  challengeLifeMs: 5 * minute,
  /** Sign-in challenges, and responses to them, from one address. The limit is high because offices share an address. */
  challengesPerAddress: { perSecond: 1, burst: 100 },
} as const
