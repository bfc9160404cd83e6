export type BackOff = { readonly firstMs: number; readonly factor: number; readonly longestMs: number }

/** Half of the wait is random, so that clients that were disconnected together do not reconnect together. */
export function waitMs({ firstMs, factor, longestMs }: BackOff, failures: number, chance: number): number {
  const whole = Math.min(longestMs, firstMs * factor ** failures)
  return Math.round(whole * (0.5 + chance / 2))
}
