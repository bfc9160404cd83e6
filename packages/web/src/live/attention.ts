/** Ways to notify a user who is looking elsewhere: a short tone for each kind of event, and a count in the page title. */
import { create } from 'zustand'
import { limits } from './limits.ts'

/** Events with their own sound. If there are several at once, the first in this list is played. */
export const soundEvents = ['WARNING', 'FILL', 'REQUEST', 'QUOTE'] as const
export type SoundEvent = (typeof soundEvents)[number]

/** In hertz: a fill rises, a warning falls. */
const tones: Readonly<Record<SoundEvent, readonly [from: number, to: number]>> = {
  WARNING: [660, 330],
  FILL: [880, 1_320],
  REQUEST: [880, 880],
  QUOTE: [523, 523],
}

let context: AudioContext | undefined
let lastSoundAt = 0

export const isSoundDue = (lastAt: number, now: number): boolean => now - lastAt >= limits.soundEveryMs

/** At most once a second. Browsers keep it silent until the user has interacted with the page. */
export function notifyWithSound(of: SoundEvent): void {
  const now = Date.now()
  if (!isSoundDue(lastSoundAt, now) || !navigator.userActivation?.hasBeenActive) return
  lastSoundAt = now
  context ??= new AudioContext()
  const tone = context.createOscillator()
  const volume = context.createGain()
  const [from, to] = tones[of]
  tone.frequency.setValueAtTime(from, context.currentTime)
  tone.frequency.linearRampToValueAtTime(to, context.currentTime + 0.12)
  volume.gain.setValueAtTime(0.06, context.currentTime)
  volume.gain.exponentialRampToValueAtTime(0.0001, context.currentTime + 0.18)
  tone.connect(volume).connect(context.destination)
  tone.start()
  tone.stop(context.currentTime + 0.2)
}

const TITLE = 'Parley'
/** Counted while the user is looking elsewhere. */
export const useUnseen = create<{ readonly count: number }>(() => ({ count: 0 }))

export function notifyInTitle(count: number): void {
  if (document.hasFocus()) return
  const unseen = useUnseen.getState().count + count
  useUnseen.setState({ count: unseen })
  document.title = `(${unseen}) ${TITLE}`
  badge(unseen)
}

export function clearTitle(): void {
  useUnseen.setState({ count: 0 })
  document.title = TITLE
  badge(0)
}

/** On the icon of the installed application, if the platform supports it. */
function badge(count: number): void {
  if (!('setAppBadge' in navigator)) return
  void (count === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(count)).catch(() => undefined)
}

export type DesktopState = 'ASK' | 'ON' | 'REFUSED' | 'NOT_HERE'

/** Whether the browser allows desktop notifications. */
export function desktopState(): DesktopState {
  if (typeof Notification === 'undefined') return 'NOT_HERE'
  return ({ default: 'ASK', granted: 'ON', denied: 'REFUSED' } as const)[Notification.permission]
}

export const askForDesktop = async (): Promise<DesktopState> => {
  await Notification.requestPermission()
  return desktopState()
}

/** Platforms cut long texts at arbitrary places, so they are shortened first. */
export function desktopBody(text: string): string {
  const characters = [...text]
  return characters.length > limits.desktopCharacters ? `${characters.slice(0, limits.desktopCharacters).join('')}…` : text
}

/** Only if the user is looking elsewhere. A click opens the subject of the notification. */
export function notifyOnDesktop(about: { readonly key: string; readonly title: string; readonly text: string }, open: () => void): void {
  if (document.hasFocus() || desktopState() !== 'ON') return
  const shown = new Notification(about.title, { body: desktopBody(about.text), icon: '/favicon.svg', tag: about.key, silent: true })
  shown.onclick = () => {
    window.focus()
    open()
    shown.close()
  }
}
