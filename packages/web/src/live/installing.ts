/** Installing Parley as an application of its own: the browser offers it, a card asks, and the person's answer is kept in this browser. */
import { create } from 'zustand'
import { toast } from '../components/toasts.ts'
import { keep, read } from './browser-store.ts'
import { report } from './report.ts'

export type InstallState = 'ALLOWED' | 'WAITING_CONFIRM' | 'INSTALLING' | 'CANCELLED' | 'SUCCESS' | 'FAILED'
export type InstallEvent = 'AVAILABLE' | 'PROMPTED' | 'ACCEPTED' | 'DECLINED' | 'ERROR' | 'INSTALLED'

/** Pure; undefined until the browser offers it. An answer to a question that nobody asked changes nothing. */
export function afterInstallEvent(state: InstallState | undefined, event: InstallEvent): InstallState | undefined {
  switch (event) {
    case 'AVAILABLE':
      return state === 'INSTALLING' || state === 'SUCCESS' ? state : 'ALLOWED'
    case 'PROMPTED':
      return isInstallAllowed(state) ? 'WAITING_CONFIRM' : state
    case 'ACCEPTED':
      return state === 'WAITING_CONFIRM' ? 'INSTALLING' : state
    case 'DECLINED':
      return state === 'WAITING_CONFIRM' ? 'CANCELLED' : state
    case 'ERROR':
      return state === 'WAITING_CONFIRM' || state === 'INSTALLING' ? 'FAILED' : state
    case 'INSTALLED':
      return 'SUCCESS'
  }
}

/** Whether it can be asked for: also after it was declined, and after it failed. */
export const isInstallAllowed = (state: InstallState | undefined): boolean =>
  state === 'ALLOWED' || state === 'CANCELLED' || state === 'FAILED'

/** A browser's offer; the published types of pages do not have it. */
type Offer = Event & {
  readonly prompt: () => Promise<unknown>
  readonly userChoice: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

/** A full store keeps keys of this form. */
const KEY = 'install-dismissed'
const SOFTLY_MS = 7 * 24 * 60 * 60 * 1_000
const FOR_EVER = 'for-ever'

/** Whether a dismissal of before still holds: `for-ever`, or the moment until which it does. */
export const isDismissedAt = (now: number, kept: string | undefined): boolean =>
  kept === FOR_EVER || (kept !== undefined && now < Number(kept))

type Installing = { readonly state: InstallState | undefined; readonly isDismissed: boolean }
export const useInstalling = create<Installing>(() => ({ state: undefined, isDismissed: false }))

let offer: Offer | undefined
const on = (event: InstallEvent): void => useInstalling.setState(({ state }) => ({ state: afterInstallEvent(state, event) }))

/** From the first moment of the page: the browser offers it once. */
export function followInstalling(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // The browser's own bar would stand beside our card.
    event.preventDefault()
    offer = event as Offer
    useInstalling.setState({ isDismissed: isDismissedAt(Date.now(), read(KEY)) })
    on('AVAILABLE')
  })
  addEventListener('appinstalled', () => {
    on('INSTALLED')
    toast({ key: 'installed', tone: 'done', title: 'Parley is installed', text: 'It has a window of its own, among your programs.' })
  })
}

export async function install(): Promise<void> {
  if (offer === undefined || !isInstallAllowed(useInstalling.getState().state)) return
  on('PROMPTED')
  try {
    await offer.prompt()
    on((await offer.userChoice).outcome === 'accepted' ? 'ACCEPTED' : 'DECLINED')
  } catch (error) {
    report('The browser did not install the application.', error)
    on('ERROR')
  }
}

/** Softly for a week, or for ever; in this browser. */
export function dismissInstalling(how: 'softly' | 'for ever'): void {
  keep(KEY, how === 'softly' ? `${Date.now() + SOFTLY_MS}` : FOR_EVER)
  useInstalling.setState({ isDismissed: true })
}
