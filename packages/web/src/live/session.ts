/** Who is signed in. A token in the browser is tried first; the session ends by logout or when the server says so. */
import { ClientError } from '@parley/client'
import { accountCalls, type BodyOf, type UserView } from '@parley/contracts'
import { create } from 'zustand'
import { clearToasts } from '../components/toasts.ts'
import { clearTitle } from './attention.ts'
import { client, keepToken, keptToken, onSessionEnded } from './api.ts'
import { signInError } from './session-words.ts'

export type Session =
  | { readonly state: 'LOOKING'; readonly isRetrying?: true }
  | { readonly state: 'SIGNED_OUT'; readonly reason?: string | undefined }
  | { readonly state: 'SIGNED_IN'; readonly user: UserView }

const LOGIN_TIMEOUT_MS = 60_000
const RETRY_MS = 3_000
const REFRESH_MS = 300_000

export const useSession = create<{ readonly session: Session }>(() => ({ session: { state: 'LOOKING' } }))
const become = (session: Session): void => useSession.setState({ session })

let refreshing: ReturnType<typeof setInterval> | undefined

function signedIn(user: UserView): void {
  clearInterval(refreshing)
  // A failure is left to the next call: it says whether the session has ended.
  refreshing = setInterval(() => void client.call(accountCalls.refreshToken, {}).catch(() => undefined), REFRESH_MS)
  become({ state: 'SIGNED_IN', user })
}

function signedOut(reason?: string): void {
  clearInterval(refreshing)
  keepToken(undefined)
  clearToasts()
  clearTitle()
  become({ state: 'SIGNED_OUT', reason })
}

export async function resumeSession(): Promise<void> {
  onSessionEnded(() => useSession.getState().session.state === 'SIGNED_IN' && signedOut('Your session has ended; sign in again.'))
  while (keptToken() !== undefined) {
    try {
      return signedIn(await client.call(accountCalls.getUser, {}))
    } catch (error) {
      if (error instanceof ClientError && (error.status === 401 || error.status === 403)) break
      become({ state: 'LOOKING', isRetrying: true })
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
  signedOut()
}

/** The words to show when it is refused, undefined when it is done. */
export async function signIn(email: string, password: string, totp?: string): Promise<string | undefined> {
  try {
    const { token, user } = await client.call(accountCalls.login, {
      body: { email, password, ...(totp === undefined ? {} : { totp_token: totp }) },
      signal: AbortSignal.timeout(LOGIN_TIMEOUT_MS),
    })
    keepToken(token)
    signedIn(user)
    return undefined
  } catch (error) {
    return signInError(error)
  }
}

export async function signOut(): Promise<void> {
  await client.call(accountCalls.logout, {}).catch(() => undefined)
  signedOut()
}

/** Saved at once; the screen shows what the server then holds. */
export const updateUser = async (change: BodyOf<typeof accountCalls.updateUser>): Promise<void> =>
  hold(await client.call(accountCalls.updateUser, { body: change }))

/** After a change that another call made. */
export const refreshUser = async (): Promise<void> => hold(await client.call(accountCalls.getUser, {}))

/** An answer that comes after the person has left changes nothing. */
function hold(user: UserView): void {
  const { session } = useSession.getState()
  if (session.state === 'SIGNED_IN' && session.user.id === user.id) become({ state: 'SIGNED_IN', user })
}

/** The signed-in user; only for screens behind the gate. */
export function useUser(): UserView {
  const session = useSession((state) => state.session)
  if (session.state !== 'SIGNED_IN') throw new Error('a screen behind the sign-in is shown without a user')
  return session.user
}
