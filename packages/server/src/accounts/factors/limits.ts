/** Maxima and lifetimes of second factors. */
const minute = 60_000

export const factorLimits = {
  backupCodes: 10,
  /** With this few left, the person is asked to make new ones. */
  fewBackupCodes: 2,
  /** How long the session that made backup codes may read them again. */
  backupCodesShownMs: 10 * minute,
  emailCodeLifeMs: 10 * minute,
  emailCodeAttempts: 5,
  /** Emails with a code that one person may ask for. */
  emailCodes: { perSecond: 1 / 60, burst: 5 },
  passkeys: 10,
  /** As much as stands in a path; the longest that authenticators are known to give is about a hundred. */
  credentialIdCharacters: 256,
  challengeLifeMs: 5 * minute,
  /** Challenges for signing in, and answers to them, from one address: offices share one. */
  challengesPerAddress: { perSecond: 1, burst: 100 },
} as const
