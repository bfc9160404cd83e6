/** The signed-in user. A token in the browser is tried first. The session ends by sign-out or when the server reports its end. */
import { ClientError } from '@parley/client'
import {
  accountCalls,
  directRfqCalls,
  type AnswerOf,
  type BodyOf,
  type DemoPersonView,
  factorCalls,
  registrationCalls,
  type UserView,
} from '@parley/contracts'
import { create } from 'zustand'
import { VERSION } from './version.ts'
import { clearToasts } from '../components/toasts.ts'
import { clearTitle } from './attention.ts'
import { client, keepToken, keptToken, onSessionEnded, type TokenPlace } from './api.ts'
import { forget } from './browser-store.ts'
import { closeErrorPopup } from './error-popup.ts'
import { whileLeaving } from './leaving.ts'
import { isPasskeyProblem, type PasskeyAssertion } from './passkey-ceremonies.ts'
import { askForPasskey } from './passkeys.ts'
import { type Factor, factorsWanted, signInError } from './session-messages.ts'
import { report } from './report.ts'
import { takeEnded } from './return-to.ts'
import { forgetProof, proofGiven, useStepUp } from './step-up.ts'

export type Session =
  | { readonly state: 'LOOKING'; readonly isRetrying?: true }
  | { readonly state: 'SIGNED_OUT'; readonly reason?: string | undefined; readonly why?: SignOutReason | undefined }
  | { readonly state: 'SIGNED_IN'; readonly user: UserView }

/** Recorded when a session ends. Without it there was no session. */
export type SignOutReason = 'logout' | 'token-expired'

/** The outcome of a sign-in. */
export type SignInAnswer =
  | { readonly state: 'DONE' }
  | { readonly state: 'FACTOR_WANTED'; readonly factors: readonly Factor[] }
  | { readonly state: 'REFUSED'; readonly words: string }

const LOGIN_TIMEOUT_MS = 60_000
const RETRY_MS = 3_000
const REFRESH_MS = 300_000
const ENDED = 'Your session has ended. Sign in again.'
/** Messages that an earlier version of the application stored for the user. */
const MESSAGES = 'messagesQueue'
/** The user's pinned RFQs. The key is shared by all users of the browser. */
const PINS = 'unified-rfq-table-pinned-items'

export const useSession = create<{ readonly session: Session }>(() => ({ session: { state: 'LOOKING' } }))
const setSession = (session: Session): void => useSession.setState({ session })

let refreshing: ReturnType<typeof setInterval> | undefined

const unrefreshed = (error: unknown): void => report('The session token could not be refreshed.', error)

function signedIn(user: UserView): void {
  clearInterval(refreshing)
  // A failure is left to the next call, which shows whether the session has ended.
  refreshing = setInterval(() => void client.call(accountCalls.refreshToken, {}).catch(unrefreshed), REFRESH_MS)
  setSession({ state: 'SIGNED_IN', user })
}

/** No data of this user is left for the next one at this browser. */
function signedOut(why?: SignOutReason, reason?: string): void {
  clearInterval(refreshing)
  keepToken(undefined)
  forget(MESSAGES)
  forget(PINS)
  clearToasts()
  clearTitle()
  closeErrorPopup()
  useStepUp.getState().asked?.giveUp()
  forgetProof()
  setSession({ state: 'SIGNED_OUT', reason, why })
}

export async function resumeSession(): Promise<void> {
  onSessionEnded(() => useSession.getState().session.state === 'SIGNED_IN' && signedOut('token-expired', ENDED))
  while (keptToken() !== undefined) {
    try {
      // Sent once, so that every failure waits for the same time before the next attempt.
      return signedIn(await client.call(accountCalls.getUser, { tries: 1 }))
    } catch (error) {
      if (error instanceof ClientError && (error.status === 401 || error.status === 403))
        return signedOut('token-expired', error.error === 'AccessSuspended' ? error.message : ENDED)
      setSession({ state: 'LOOKING', isRetrying: true })
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
  signedOut(undefined, takeEnded())
}

export type SecondFactor = { readonly totp_token: string } | { readonly passkey: PasskeyAssertion }

export const signIn = (email: string, password: string, factor: SecondFactor | undefined): Promise<SignInAnswer> =>
  attempt((signal) => client.call(accountCalls.login, { body: { email, password, app_version: VERSION, ...factor }, signal }))

/** A passkey verifies its holder, so it counts as both factors. */
export async function signInWithPasskey(): Promise<SignInAnswer> {
  return attempt(async (signal) => {
    const passkey = await askForPasskey()
    if (isPasskeyProblem(passkey)) return passkey.message
    return client.call(factorCalls.passkeySignIn, { body: { passkey: { ...passkey }, app_version: VERSION }, signal })
  })
}

/** The demo users that a visitor can sign in as with one click; none if this is not a demo. */
export const demoPeople = (): Promise<readonly DemoPersonView[]> =>
  client.call(accountCalls.listDemoPeople, {}).then(({ results }) => results)

export const signInToDemo = (desk: string): Promise<SignInAnswer> =>
  attempt((signal) => client.call(accountCalls.signInToDemo, { body: { desk, app_version: VERSION }, signal }), { place: 'WINDOW' })

/** Refusals are thrown, because the form has its own messages for them. */
export async function register(body: BodyOf<typeof registrationCalls.createUser>): Promise<void> {
  welcome(await client.call(registrationCalls.createUser, { body: { ...body, app_version: VERSION } }))
}

type Admission = AnswerOf<typeof accountCalls.login>

function welcome({ token, user }: Admission, place: TokenPlace = 'BROWSER'): void {
  keepToken(token, place)
  proofGiven()
  signedIn(user)
}

/** A text from `ask` is the reason why it failed. */
export async function attempt(
  ask: (signal: AbortSignal) => Promise<Admission | string>,
  { place, wordsOf = signInError }: { readonly place?: TokenPlace; readonly wordsOf?: (error: unknown) => string } = {},
): Promise<SignInAnswer> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), LOGIN_TIMEOUT_MS)
  try {
    const answer = await ask(late.signal)
    if (typeof answer === 'string') return { state: 'REFUSED', words: answer }
    welcome(answer, place)
    return { state: 'DONE' }
  } catch (error) {
    const factors = factorsWanted(error)
    return factors === undefined ? { state: 'REFUSED', words: wordsOf(error) } : { state: 'FACTOR_WANTED', factors }
  } finally {
    clearTimeout(timer)
  }
}

const leave = (call: () => Promise<unknown>): Promise<void> =>
  whileLeaving(async () => {
    // A second sign-out that waited for the first has no session to end.
    if (keptToken() !== undefined) await call()
    signedOut('logout')
  })

export const signOut = (): Promise<void> => leave(() => client.call(accountCalls.logout, {}).catch(() => undefined))

/** Including this one. A failure is thrown, and then no session has ended. */
export const endAllSessions = (): Promise<void> => leave(() => client.call(accountCalls.endAllSessions, {}))

/** A socket cannot report why it was closed, but a call can: if the token is no longer valid, the user is signed out. */
export function checkToken(): void {
  void client.call(directRfqCalls.getEchoV1, { query: {} }).catch(() => undefined)
}

/** If the session has ended, it signs out, and a changed role takes effect. */
export function checkSession(): void {
  void refreshUser().catch(() => undefined)
}

/** Saved immediately. The screen then shows the server's state. */
export const updateUser = async (change: BodyOf<typeof accountCalls.updateUser>): Promise<void> =>
  hold(await client.call(accountCalls.updateUser, { body: change }))

/** After a change made by another call. */
export const refreshUser = async (): Promise<void> => hold(await client.call(accountCalls.getUser, {}))

/** A response that arrives after sign-out is ignored. */
function hold(user: UserView): void {
  const { session } = useSession.getState()
  if (session.state === 'SIGNED_IN' && session.user.id === user.id) setSession({ state: 'SIGNED_IN', user })
}

/** The signed-in user. Only for screens that require a session. */
export function useUser(): UserView {
  const session = useSession((state) => state.session)
  if (session.state !== 'SIGNED_IN') throw new Error('a screen behind the sign-in is shown without a user')
  return session.user
}
