/** Limits of repeated requests that are not part of the public API. */
export const requestLimits = {
  /** Signatures of one desk's writes, about 100 bytes each: three times what its rate allows in the window. */
  signaturesRemembered: 100_000,
} as const
