/** The operator's session, and the pages of the console that were read. */
import { consoleClient, ConsoleError, type ConsolePage, type ConsolePages, type ConsoleSessionView } from '@parley/client'
import { create } from 'zustand'
import { askWithOptions, isPasskeyProblem } from '../../live/passkey-ceremonies.ts'

type SignedState =
  | { readonly state: 'LOOKING' }
  | { readonly state: 'SIGNED_OUT'; readonly reason?: string }
  | { readonly state: 'SIGNED_IN'; readonly view: ConsoleSessionView }

export type PageState<Name extends ConsolePage> = {
  readonly data?: ConsolePages[Name]
  /** Why the last reading failed. Older data stays on the screen. */
  readonly words?: string
}
type Pages = { readonly [Name in ConsolePage]?: PageState<Name> }

export const useConsole = create<{ readonly session: SignedState; readonly pages: Pages }>(() => ({
  session: { state: 'LOOKING' },
  pages: {},
}))

export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** A session that has ended signs the page out, whichever call finds out. */
export function endedBy(error: unknown): boolean {
  if (!(error instanceof ConsoleError) || error.code !== 'SignInRequired') return false
  const wasIn = useConsole.getState().session.state === 'SIGNED_IN'
  useConsole.setState({ session: { state: 'SIGNED_OUT', ...(wasIn && { reason: 'Your session has ended. Sign in again.' }) }, pages: {} })
  return true
}

export async function resumeConsole(): Promise<void> {
  try {
    useConsole.setState({ session: { state: 'SIGNED_IN', view: await consoleClient.page('session') } })
  } catch (error) {
    if (!endedBy(error)) useConsole.setState({ session: { state: 'SIGNED_OUT', reason: wordsOf(error) } })
  }
}

/** Returns why it was refused. */
export async function signInToConsole(given: { name: string; password: string; code: string }): Promise<string | undefined> {
  try {
    await consoleClient.signIn(given)
    await resumeConsole()
    return undefined
  } catch (error) {
    return wordsOf(error)
  }
}

export async function signOutOfConsole(): Promise<void> {
  await consoleClient.signOut().catch(() => undefined)
  useConsole.setState({ session: { state: 'SIGNED_OUT' }, pages: {} })
}

/** Returns why it was refused; undefined also if the person has dismissed the browser's question. */
export async function signInWithPasskey(): Promise<string | undefined> {
  try {
    const passkey = await askWithOptions(consoleClient.askOptions)
    if (isPasskeyProblem(passkey)) return passkey.problem === 'DISMISSED' ? undefined : passkey.message
    await consoleClient.signInWithPasskey(passkey)
    await resumeConsole()
    return undefined
  } catch (error) {
    return wordsOf(error)
  }
}

/** With a code of the authenticator app, or with a passkey. Throws if it is refused. */
export async function proveAtConsole(proof: { readonly code: string } | { readonly passkey: object }): Promise<void> {
  useConsole.setState({ session: { state: 'SIGNED_IN', view: await consoleClient.stepUp(proof) } })
}

/** Older answers never replace newer ones, because each page is read one request at a time. */
export async function readPage<Name extends ConsolePage>(name: Name): Promise<void> {
  const next: PageState<Name> = await consoleClient.page(name).then(
    (data) => ({ data }),
    (error: unknown) => {
      if (endedBy(error)) return {}
      const { data } = useConsole.getState().pages[name] ?? {}
      return { ...(data === undefined ? {} : { data: data as ConsolePages[Name] }), words: wordsOf(error) }
    },
  )
  if (useConsole.getState().session.state === 'SIGNED_IN') useConsole.setState(({ pages }) => ({ pages: { ...pages, [name]: next } }))
}
