/** Failed attempts with secrets, counted in memory by the rule of core. After too many, the response contains the time to wait. */
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
import type { Echo } from '../cluster/echo.ts'

export type Attempt = {
  /** The account that the attempt names, which may not exist: an email as typed, or a user's id. */
  readonly subject: string
  /** A known device, otherwise the `countedNetwork` of the address, or the session that asks. */
  readonly origin: string
  /** The user has signed in from there before. */
  readonly isKnown: boolean
}

export interface FailedAttempts {
  /**
   * Counts an attempt as failed before it is checked, so that a thousand simultaneous attempts count as a thousand. `right` reverses that. If no
   * attempt is allowed, it returns the milliseconds to wait and counts nothing.
   */
  begin(attempt: Attempt, now: number): number | undefined
  /** The attempt was right, so its origin starts from zero. */
  right(attempt: Attempt): void
  /** The secret has changed, so its failed attempts are deleted. */
  forget(subject: string): void
}

/** The maximum number of remembered origins. Those of the least recently tried subject are dropped first. */
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

type AttemptNotice =
  | { readonly kind: 'BEGUN'; readonly attempt: Attempt; readonly at: number }
  | { readonly kind: 'RIGHT'; readonly attempt: Attempt }
  | { readonly kind: 'FORGOTTEN'; readonly subject: string }

/** Counts the attempts at other gateways too. */
export function echoedAttempts(attempts: FailedAttempts, echo: Echo, name: string): FailedAttempts {
  const publish = echo.on<AttemptNotice>(`attempts ${name}`, (notice) => {
    switch (notice.kind) {
      case 'BEGUN':
        return void attempts.begin(notice.attempt, notice.at)
      case 'RIGHT':
        return attempts.right(notice.attempt)
      case 'FORGOTTEN':
        return attempts.forget(notice.subject)
    }
  })
  return {
    begin(attempt, at) {
      const wait = attempts.begin(attempt, at)
      if (wait === undefined) publish({ kind: 'BEGUN', attempt, at })
      return wait
    },
    right(attempt) {
      attempts.right(attempt)
      publish({ kind: 'RIGHT', attempt })
    },
    forget(subject) {
      attempts.forget(subject)
      publish({ kind: 'FORGOTTEN', subject })
    },
  }
}
