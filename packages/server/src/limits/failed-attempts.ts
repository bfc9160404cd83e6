/** Failed attempts at secrets, counted in memory by the rule of core. Too many of them are answered with the time to wait. */
import {
  afterFailure,
  afterPressure,
  nextAttemptInMs,
  isUnderAttack,
  unknownDevicesAgainInMs,
  type BackOffRule,
  type Failures,
  type Pressure,
  type Suspicion,
} from '@parley/core'

export type Attempt = {
  /** The person named, who need not exist: an email as typed, or a user's id. */
  readonly subject: string
  /** A known device, else `countedNetwork` of the address; or the session that asks. */
  readonly origin: string
  /** The person has signed in from there before. */
  readonly isKnown: boolean
}

export interface FailedAttempts {
  /**
   * Counts an attempt as failed before it is looked at, so that a thousand in the same moment are a thousand; `right` takes it back.
   * Answers the milliseconds to wait, and counts nothing, where none may be made.
   */
  begin(attempt: Attempt, now: number): number | undefined
  /** The attempt was right: its origin begins anew. */
  right(attempt: Attempt): void
  /** The secret is a new one: no attempt at it has failed. */
  forget(subject: string): void
}

/** Origins remembered; those of the least recently tried subject are dropped first. */
const REMEMBERED_MOST = 100_000

export function createFailedAttempts(rule: BackOffRule): FailedAttempts {
  const origins = new Map<string, Map<string, Failures>>()
  const pressures = new Map<string, Pressure>()
  let remembered = 0

  const forget = (subject: string) => {
    remembered -= origins.get(subject)?.size ?? 0
    origins.delete(subject)
    pressures.delete(subject)
  }
  const suspicionOf = ({ subject, isKnown }: Attempt, now: number): Suspicion =>
    isKnown ? 'KnownDevice' : isUnderAttack(pressures.get(subject), rule, now) ? 'UnderAttack' : 'Calm'

  return {
    begin(attempt, now) {
      const { subject, origin, isKnown } = attempt
      const mine = origins.get(subject) ?? new Map<string, Failures>()
      const forAll = isKnown ? 0 : unknownDevicesAgainInMs(pressures.get(subject), rule, now)
      const wait = Math.max(forAll, nextAttemptInMs(mine.get(origin), suspicionOf(attempt, now), rule, now))
      if (wait > 0) return wait
      if (!mine.has(origin)) remembered += 1
      mine.set(origin, afterFailure(mine.get(origin), rule, now))
      if (!isKnown) pressures.set(subject, afterPressure(pressures.get(subject), rule, now))
      origins.delete(subject)
      origins.set(subject, mine)
      while (remembered > REMEMBERED_MOST && origins.size > 1) forget(origins.keys().next().value!)
      return undefined
    },
    right({ subject, origin, isKnown }) {
      if (origins.get(subject)?.delete(origin) === true) remembered -= 1
      const pressure = pressures.get(subject)
      if (!isKnown && pressure !== undefined) pressures.set(subject, { ...pressure, wrong: Math.max(0, pressure.wrong - 1) })
    },
    forget,
  }
}
