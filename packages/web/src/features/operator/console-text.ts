/** Texts of the console's figures. Pure. */
import type { ConsoleOverviewView, ConsoleProcessView, WaitingSettlementView } from '@parley/client'
import type { Tone } from '../../components/Badge.tsx'

/** `42 s`, `14 min`, `3 h`, `2 d`. */
export function ageText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`
}

type Platform = ConsoleOverviewView['platform']
type Word = Platform['state']

export const platformLabels: Readonly<Record<Word, { readonly label: string; readonly tone: Tone; readonly text: string }>> = {
  AVAILABLE: { label: 'Open', tone: 'open', text: 'Everything is accepted.' },
  UNAVAILABLE: { label: 'Halted', tone: 'danger', text: 'Nothing is created, changed or cancelled.' },
  AVAILABLE_CANCEL_ONLY: { label: 'Cancel only', tone: 'warn', text: 'Only cancelling is accepted.' },
}

/** The only order of the states, with the button that moves on. */
export const nextMove: Readonly<Record<Word, { readonly to: Word; readonly button: string; readonly kind: 'danger' | 'default' }>> = {
  AVAILABLE: { to: 'UNAVAILABLE', button: 'Halt', kind: 'danger' },
  UNAVAILABLE: { to: 'AVAILABLE_CANCEL_ONLY', button: 'Allow cancelling', kind: 'default' },
  AVAILABLE_CANCEL_ONLY: { to: 'AVAILABLE', button: 'Open', kind: 'default' },
}

const venueTones: Readonly<Record<string, Tone>> = { OPEN: 'open', SLOW: 'warn' }
export const venueTone = (state: string): Tone =>
  venueTones[state] ?? (state === 'UNKNOWN' ? 'faint' : /MAINT|SETTL/.test(state) ? 'plain' : 'danger')

/** `CANCEL_ONLY` as `Cancel only`. */
export const plainWord = (word: string): string => word.charAt(0) + word.slice(1).toLowerCase().replaceAll('_', ' ')

/** The next step if the operator does nothing. */
export function nextStepText({ dispute, next_attempt_at: next }: WaitingSettlementView): string {
  if (dispute !== null) return 'needs your decision'
  return next === null ? 'waits for the desks' : 'retries by itself'
}

export const processRoles: Readonly<Record<ConsoleProcessView['role'], string>> = {
  ALL: 'Everything',
  GATEWAY: 'Gateway',
  SHARDS: 'Shards',
  WORKERS: 'Worker',
}
