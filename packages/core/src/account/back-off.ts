/**
 * How long somebody who guesses at a secret has to wait. A guess is counted at its place (a device that is known for the person, else the
 * network it comes from) and, from places that are not known, against the secret as a whole. The owner is never locked out for good: a
 * place from which the person has signed in before minds its own guesses only, and any other place has one guess in each window, however
 * many were made elsewhere.
 */
export type BackOffRule = {
  /** Wrong guesses at a place before waiting begins. */
  readonly freeGuesses: number
  /** The first wait; each further wrong guess doubles it. */
  readonly firstWaitMs: number
  readonly longestWaitMs: number
  /** Wrong guesses from places that are not known, within a window, from which on a secret is under attack. */
  readonly attackGuesses: number
  /** While a secret is under attack, a place that is not known has one guess in so long. */
  readonly windowMs: number
  /** Of all places that are not known together, within a window; then they wait for the next one. */
  readonly strangersGuesses: number
}

const minute = 60_000

/** For passwords: nobody guesses one in the few tries there are, so that every place keeps its own. */
export const secretBackOff: BackOffRule = {
  freeGuesses: 10,
  firstWaitMs: 1000,
  longestWaitMs: 5 * minute,
  attackGuesses: 30,
  windowMs: 15 * minute,
  strangersGuesses: Infinity,
}

/**
 * For codes of six digits beside a password. Who guesses at them has the password, and places without number could guess a code; so all
 * strangers together have fifty in six hours. The owner goes on from known places, and from anywhere once the password is reset.
 */
export const codeBackOff: BackOffRule = {
  freeGuesses: 5,
  firstWaitMs: 5000,
  longestWaitMs: 15 * minute,
  attackGuesses: 15,
  windowMs: 360 * minute,
  strangersGuesses: 50,
}

/** Wrong guesses in a row at one place. */
export type Guessed = { readonly wrong: number; readonly latestAt: number }
/** Wrong guesses at one secret from places that are not known, in this window and in the one before it. */
export type Pressure = { readonly windowAt: number; readonly wrong: number; readonly wrongBefore: number }

export type Standing = 'KnownPlace' | 'Calm' | 'UnderAttack'

/** Without a guess for so long, a place begins anew. */
const forgetAfterMs = ({ longestWaitMs, windowMs }: BackOffRule): number => 4 * Math.max(longestWaitMs, windowMs)

export function afterGuess(guessed: Guessed | undefined, rule: BackOffRule, now: number): Guessed {
  const isOld = guessed === undefined || now - guessed.latestAt > forgetAfterMs(rule)
  return { wrong: isOld ? 1 : guessed.wrong + 1, latestAt: now }
}

/** In how many milliseconds the place may guess again; 0 where it may now. */
export function guessAgainInMs(guessed: Guessed | undefined, standing: Standing, rule: BackOffRule, now: number): number {
  if (guessed === undefined || guessed.wrong === 0 || now - guessed.latestAt > forgetAfterMs(rule)) return 0
  return Math.max(0, guessed.latestAt + waitMs(guessed, standing, rule) - now)
}

function waitMs({ wrong }: Guessed, standing: Standing, rule: BackOffRule): number {
  switch (standing) {
    case 'UnderAttack':
      return rule.windowMs
    case 'KnownPlace':
    case 'Calm':
      if (wrong < rule.freeGuesses) return 0
      // 2^30 first waits are longer than any longest one; a larger power would be no number.
      return Math.min(rule.longestWaitMs, rule.firstWaitMs * 2 ** Math.min(30, wrong - rule.freeGuesses))
  }
}

export function afterPressure(pressure: Pressure | undefined, { windowMs }: BackOffRule, now: number): Pressure {
  const windowAt = now - (now % windowMs)
  if (pressure?.windowAt === windowAt) return { ...pressure, wrong: pressure.wrong + 1 }
  return { windowAt, wrong: 1, wrongBefore: pressure?.windowAt === windowAt - windowMs ? pressure.wrong : 0 }
}

export function isUnderAttack(pressure: Pressure | undefined, { attackGuesses, windowMs }: BackOffRule, now: number): boolean {
  if (pressure === undefined || now - pressure.windowAt >= 2 * windowMs) return false
  return Math.max(pressure.wrong, pressure.wrongBefore) >= attackGuesses
}

/** In how many milliseconds places that are not known may guess again at all; 0 where they may now. */
export function strangersAgainInMs(pressure: Pressure | undefined, { strangersGuesses, windowMs }: BackOffRule, now: number): number {
  if (pressure === undefined || pressure.wrong < strangersGuesses) return 0
  return Math.max(0, pressure.windowAt + windowMs - now)
}
