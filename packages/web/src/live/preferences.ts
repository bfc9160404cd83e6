/**
 * The user's preferences: applied immediately, and saved on the server half a second after the last change. Unknown keys of other versions are
 * kept.
 */
import { accountCalls } from '@parley/contracts'
import { create } from 'zustand'
import { client } from './api.ts'
import { isFlagOn } from './feature-flags.ts'
import { limits } from './limits.ts'
import { errorMessage } from './loadable.ts'
import { createSaver } from './delayed-save.ts'
import { useSession } from './session.ts'

export type Preferences = Readonly<Record<string, unknown>>

/** `changed` is the user's choice, which the server may not have yet. */
const useChanged = create<{ readonly changed: Preferences | undefined; readonly refused: string | undefined }>(() => ({
  changed: undefined,
  refused: undefined,
}))

const nothing: Preferences = {}
const kept = ({ session }: ReturnType<typeof useSession.getState>): Preferences =>
  session.state === 'SIGNED_IN' ? session.user.preferences.data : nothing

export function usePreferences(): Preferences {
  const onServer = useSession(kept)
  return useChanged(({ changed }) => changed) ?? onServer
}
/** For use outside React. */
export const preferencesNow = (): Preferences => useChanged.getState().changed ?? kept(useSession.getState())

/** Whether tickets suggest the desk's quotes elsewhere. True until the user switches it off. */
export const isMatchingDetected = (preferences: Preferences): boolean => preferences['isMatchingDetectionEnabled'] !== false

/** Why the last change was not saved. */
export const usePreferencesRefusal = (): string | undefined => useChanged(({ refused }) => refused)

const saver = createSaver(save, limits.preferencesAfterMs)

/** If the preferences flag is off, a change lasts until the page is closed. */
export function changePreferences(change: (before: Preferences) => Preferences): void {
  const before = preferencesNow()
  const changed = change(before)
  if (changed === before) return
  useChanged.setState({ changed })
  if (isFlagOn('feature_user_preferences_json')) saver.later(changed)
}

async function save(data: Preferences): Promise<void> {
  try {
    const answer = await client.call(accountCalls.savePreferences, { body: { data }, keepalive: true })
    useSession.setState(({ session }) =>
      session.state === 'SIGNED_IN' ? { session: { ...session, user: { ...session.user, preferences: answer } } } : { session },
    )
    useChanged.setState(({ changed }) => ({ changed: changed === data ? undefined : changed, refused: undefined }))
  } catch (error) {
    useChanged.setState({ refused: errorMessage(error) })
  }
}

/** While a user is signed in. */
export function followPreferences(): () => void {
  addEventListener('pagehide', saver.now)
  return () => {
    removeEventListener('pagehide', saver.now)
    saver.forget()
    useChanged.setState({ changed: undefined, refused: undefined })
  }
}
