/** The state of the platform as the banner describes it. */
import type { PlatformStateView } from '@parley/contracts'
import { countdownText, minuteText } from '../../components/time-text.ts'
import { ANNOUNCED_MS, becomes, titles, works } from './protection-text.ts'

type PlatformText = { readonly title: string; readonly works: string; readonly next: string | undefined }

const HOUR_MS = 3_600_000

/** Undefined while the platform is open and no change is due soon. */
export function platformText({ state, next_state: next, next_state_time: at }: PlatformStateView, now: number): PlatformText | undefined {
  const isKnown = next !== null && at > 0
  if (state === 'AVAILABLE' && (!isKnown || at - now > ANNOUNCED_MS)) return undefined
  const when = at - now >= HOUR_MS ? `at ${minuteText(at)}` : `in ${countdownText(at - now)}`
  if (state === 'AVAILABLE')
    return { title: `The platform ${becomes[next!]} ${when}`, works: 'All functions are available until then.', next: undefined }
  const following =
    next === null
      ? undefined
      : isKnown
        ? `It ${becomes[next]} ${when}.`
        : `It ${becomes[next]} next, at a time that has not been announced.`
  return { title: titles[state], works: works[state], next: following }
}
