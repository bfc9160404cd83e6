/** Guesses at secrets, counted in memory by the rule of core; whoever guesses too much is told how long to wait. */
import {
  afterGuess,
  afterPressure,
  guessAgainInMs,
  isUnderAttack,
  strangersAgainInMs,
  type BackOffRule,
  type Guessed,
  type Pressure,
  type Standing,
} from '@parley/core'

export type Guess = {
  /** Whose secret, whether or not there is such a person: an email as typed, a user's id. */
  readonly subject: string
  /** Where it is made from: a known device, else `countedNetwork` the address; or the session that asks. */
  readonly place: string
  /** Whether the person has signed in from there before. */
  readonly isKnown: boolean
}

export interface Guesses {
  /**
   * Counts a guess as wrong before it is looked at, so that a thousand in the same moment are a thousand; `right` takes it back.
   * Answers the milliseconds to wait, and counts nothing, where it may not be made.
   */
  begin(guess: Guess, now: number): number | undefined
  /** The guess was right: its place begins anew. */
  right(guess: Guess): void
  /** The secret is another now: nobody has guessed at it. */
  forget(subject: string): void
}

/** Places and secrets that are remembered; the one asked for least recently goes first. */
const REMEMBERED_MOST = 100_000

export function createGuesses(rule: BackOffRule): Guesses {
  const places = new Map<string, Map<string, Guessed>>()
  const pressures = new Map<string, Pressure>()
  let remembered = 0

  const forget = (subject: string) => {
    remembered -= places.get(subject)?.size ?? 0
    places.delete(subject)
    pressures.delete(subject)
  }
  const standingOf = ({ subject, isKnown }: Guess, now: number): Standing =>
    isKnown ? 'KnownPlace' : isUnderAttack(pressures.get(subject), rule, now) ? 'UnderAttack' : 'Calm'

  return {
    begin(guess, now) {
      const { subject, place, isKnown } = guess
      const mine = places.get(subject) ?? new Map<string, Guessed>()
      const forAll = isKnown ? 0 : strangersAgainInMs(pressures.get(subject), rule, now)
      const wait = Math.max(forAll, guessAgainInMs(mine.get(place), standingOf(guess, now), rule, now))
      if (wait > 0) return wait
      if (!mine.has(place)) remembered += 1
      mine.set(place, afterGuess(mine.get(place), rule, now))
      if (!isKnown) pressures.set(subject, afterPressure(pressures.get(subject), rule, now))
      places.delete(subject)
      places.set(subject, mine)
      while (remembered > REMEMBERED_MOST && places.size > 1) forget(places.keys().next().value!)
      return undefined
    },
    right({ subject, place, isKnown }) {
      if (places.get(subject)?.delete(place) === true) remembered -= 1
      const pressure = pressures.get(subject)
      if (!isKnown && pressure !== undefined) pressures.set(subject, { ...pressure, wrong: Math.max(0, pressure.wrong - 1) })
    },
    forget,
  }
}
