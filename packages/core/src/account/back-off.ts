/**
 * The wait after failed attempts at a secret. A failure counts against its origin (a known device, or else the network it comes from) and, if the
 * device is unknown, also against the secret as a whole. The owner is never locked out for good: a known device is affected only by its own failures,
 * and any other device has one attempt per window, regardless of failures elsewhere.
 */
export type BackOffRule = {
  /** Failures of one origin before it has to wait. */
  readonly freeAttempts: number
  /** The first wait; each further failure doubles it. */
  readonly firstWaitMs: number
  readonly longestWaitMs: number
  /** The number of failures from unknown devices within a window from which a secret counts as under attack. */
  readonly attackFailures: number
  /** While a secret is under attack, an unknown device has one attempt in this time. */
  readonly windowMs: number
  /** The maximum number of failures of all unknown devices together within a window. After that they wait for the next window. */
  readonly unknownDeviceFailures: number
}

const minute = 60_000

/** For passwords. So few attempts never find a password, so unknown devices have no common limit. */
export const secretBackOff: BackOffRule = {
  freeAttempts: 10,
  firstWaitMs: 1000,
  longestWaitMs: 5 * minute,
  attackFailures: 30,
  windowMs: 15 * minute,
  unknownDeviceFailures: Infinity,
}

/**
 * For six-digit codes that follow a password. An attacker at this point already knows the password, and with enough devices would find a code, so all
 * unknown devices together have fifty failures in six hours. The owner can use known devices, and any device after a password reset.
 */
export const codeBackOff: BackOffRule = {
  freeAttempts: 5,
  firstWaitMs: 5000,
  longestWaitMs: 15 * minute,
  attackFailures: 15,
  windowMs: 360 * minute,
  unknownDeviceFailures: 50,
}

/** Consecutive failures of one origin. */
export type Failures = { readonly wrong: number; readonly latestAt: number }
/** Failures at one secret from unknown devices, in this window and in the one before it. */
export type Pressure = { readonly windowAt: number; readonly wrong: number; readonly wrongBefore: number }

export type Suspicion = 'KnownDevice' | 'Calm' | 'UnderAttack'

/** After this long without an attempt, an origin starts from zero. */
const forgetAfterMs = ({ longestWaitMs, windowMs }: BackOffRule): number => 4 * Math.max(longestWaitMs, windowMs)

export function afterFailure(failures: Failures | undefined, rule: BackOffRule, now: number): Failures {
  const isOld = failures === undefined || now - failures.latestAt > forgetAfterMs(rule)
  return { wrong: isOld ? 1 : failures.wrong + 1, latestAt: now }
}

/** Milliseconds until the origin can try again; 0 if it can now. */
export function nextAttemptInMs(failures: Failures | undefined, suspicion: Suspicion, rule: BackOffRule, now: number): number {
  if (failures === undefined || failures.wrong === 0 || now - failures.latestAt > forgetAfterMs(rule)) return 0
  return Math.max(0, failures.latestAt + waitMs(failures, suspicion, rule) - now)
}

function waitMs({ wrong }: Failures, suspicion: Suspicion, rule: BackOffRule): number {
  switch (suspicion) {
    case 'UnderAttack':
      return rule.windowMs
    case 'KnownDevice':
    case 'Calm':
      if (wrong < rule.freeAttempts) return 0
      // 2^30 first waits exceed any longest one, and a larger power would overflow.
      return Math.min(rule.longestWaitMs, rule.firstWaitMs * 2 ** Math.min(30, wrong - rule.freeAttempts))
  }
}

export function afterPressure(pressure: Pressure | undefined, { windowMs }: BackOffRule, now: number): Pressure {
  const windowAt = now - (now % windowMs)
  if (pressure?.windowAt === windowAt) return { ...pressure, wrong: pressure.wrong + 1 }
  return { windowAt, wrong: 1, wrongBefore: pressure?.windowAt === windowAt - windowMs ? pressure.wrong : 0 }
}

export function isUnderAttack(pressure: Pressure | undefined, { attackFailures, windowMs }: BackOffRule, now: number): boolean {
  if (pressure === undefined || now - pressure.windowAt >= 2 * windowMs) return false
  return Math.max(pressure.wrong, pressure.wrongBefore) >= attackFailures
}

/** Milliseconds until unknown devices can try again at all; 0 if they can now. */
export function unknownDevicesAgainInMs(
  pressure: Pressure | undefined,
  { unknownDeviceFailures, windowMs }: BackOffRule,
  now: number,
): number {
  if (pressure === undefined || pressure.wrong < unknownDeviceFailures) return 0
  return Math.max(0, pressure.windowAt + windowMs - now)
}
