/** The limits of protections (rulebook 11). */
export const MMP_ORDERS = 2
export const MMP_WINDOW_MS = 1_000
export const MMP_FROZEN_MS = 10_000
export const MAX_LIMITS_PER_DESK = 50
export const MAX_WINDOW_MS = 600_000
export const MAX_FROZEN_MS = 86_400_000
/** The dead man's switch, which cancels everything unless it is renewed in time. */
export const LEAST_DEAD_MAN_MS = 1_000
export const MAX_DEAD_MAN_MS = 3_600_000
