/** Installing Parley as an application: the browser offers it, a card asks, and the user's answer is stored in this browser. */
import { create } from 'zustand'
import { toast } from '../components/toasts.ts'
import { keep, read } from './browser-store.ts'
import { report } from './report.ts'

export type InstallState = 'ALLOWED' | 'WAITING_CONFIRM' | 'INSTALLING' | 'CANCELLED' | 'SUCCESS' | 'FAILED'
export type InstallEvent = 'AVAILABLE' | 'PROMPTED' | 'ACCEPTED' | 'DECLINED' | 'ERROR' | 'INSTALLED'

/** Pure. Undefined until the browser offers it. A response without a pending question changes nothing. */
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

/** Whether installing is possible, which includes the states after a dismissal and a failure. */
export const isInstallAllowed = (state: InstallState | undefined): boolean =>
  state === 'ALLOWED' || state === 'CANCELLED' || state === 'FAILED'

/** The browser's event, which TypeScript's DOM types do not include. */
type Offer = Event & {
  readonly prompt: () => Promise<unknown>
  readonly userChoice: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

/** A full store keeps keys of this form. */
const KEY = 'install-dismissed'
const SOFTLY_MS = 7 * 24 * 60 * 60 * 1_000
const FOR_EVER = 'for-ever'

/** Whether an earlier dismissal is still valid: `for-ever`, or the time until which it is. */
export const isDismissedAt = (now: number, kept: string | undefined): boolean =>
  kept === FOR_EVER || (kept !== undefined && now < Number(kept))

type Installing = { readonly state: InstallState | undefined; readonly isDismissed: boolean }
export const useInstalling = create<Installing>(() => ({ state: undefined, isDismissed: false }))

let offer: Offer | undefined
const on = (event: InstallEvent): void => useInstalling.setState(({ state }) => ({ state: afterInstallEvent(state, event) }))

/** Registered when the page starts, because the browser offers it only once. */
export function followInstalling(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // Prevents the browser's own bar, which would appear together with our card.
    event.preventDefault()
    offer = event as Offer
    useInstalling.setState({ isDismissed: isDismissedAt(Date.now(), read(KEY)) })
    on('AVAILABLE')
  })
  addEventListener('appinstalled', () => {
    on('INSTALLED')
    toast({ key: 'installed', tone: 'done', title: 'Parley is installed', text: 'It now has its own window and appears among your apps.' })
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

/** For a week, or permanently, in this browser. */
export function dismissInstalling(how: 'softly' | 'permanently'): void {
  keep(KEY, how === 'softly' ? `${Date.now() + SOFTLY_MS}` : FOR_EVER)
  useInstalling.setState({ isDismissed: true })
}
