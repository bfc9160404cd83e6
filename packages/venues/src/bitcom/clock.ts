/**
 * The venue's time: the venue refuses calls that are signed with a different time. Its clock is read from time to time and kept as a difference to
 * ours.
 */
import { asObject } from '../adapter/wire-object.ts'
import type { Pacer } from '../adapter/pacing.ts'
import type { Api, ApiAnswer } from './api.ts'
import { CLOCK_GOOD_MS } from './limits.ts'
import { figureFromWire } from '../adapter/decimal-texts.ts'

type NoTime = Exclude<ApiAnswer, { kind: 'RESULT' }>

export interface VenueClock {
  /** In whole milliseconds, using the last measured difference. */
  read(): Promise<number | NoTime>
  /** Asks the venue, even if a difference is known. */
  ask(): Promise<number | NoTime>
  /** How far the venue's clock is ahead of ours, measured by this call. */
  measure(): Promise<number | NoTime>
  /** The difference is measured again before it is used. */
  forget(): void
}

export function createVenueClock(api: Api, pacer: Pacer<'public'>, now: () => number): VenueClock {
  let known: { readonly difference: number; readonly at: number } | undefined
  let asking: Promise<number | NoTime> | undefined
  const measure = async (): Promise<number | NoTime> => {
    await pacer.turn('public')
    const sentAt = now()
    const answer = await api.send({ method: 'GET', path: '/v1/system/time', params: {} })
    if (answer.kind !== 'RESULT') return answer
    const venueNow = figureFromWire(answer.data) ?? figureFromWire(asObject(answer.data)?.['timestamp'])
    if (venueNow === undefined) return { kind: 'LOST', reason: 'the venue did not return its time' }
    known = { difference: venueNow - Math.round((sentAt + now()) / 2), at: now() }
    return venueNow
  }
  const ask = (): Promise<number | NoTime> => {
    asking ??= measure().finally(() => {
      asking = undefined
    })
    return asking
  }
  return {
    read: async () => (known !== undefined && Math.abs(now() - known.at) < CLOCK_GOOD_MS ? now() + known.difference : ask()),
    ask,
    measure: async () => {
      const asked = await ask()
      return typeof asked === 'number' ? known!.difference : asked
    },
    forget: () => {
      known = undefined
    },
  }
}
