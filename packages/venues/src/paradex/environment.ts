/** Signatures depend on the venue's clock and on the chain of its accounts. Both are read from the venue, the clock again whenever it is old. */
import { asObject } from '../adapter/wire-object.ts'
import type { Failure } from './answers.ts'
import type { Http } from './http.ts'
import { CLOCK_LIFE_MS } from './limits.ts'
import { textOf, timeFromWire } from './numbers.ts'
import type { ParadexPacer } from './paces.ts'

export interface Environment {
  /** The venue's time in ms, as well as we know it. */
  venueNow(): Promise<number | Failure>
  /** How far the venue's clock is ahead of ours, measured by this call. */
  measure(): Promise<number | Failure>
  /** The venue has refused a time, so the next `venueNow` asks again. */
  doubtClock(): void
  chainId(): Promise<string | Failure>
}

export type EnvironmentOptions = { readonly http: Http; readonly pacer: ParadexPacer; readonly now: () => number }

export function createEnvironment({ http, pacer, now }: EnvironmentOptions): Environment {
  let offset: { readonly ms: number; readonly at: number } | undefined
  let chain: string | undefined
  /** Concurrent calls share one measurement, and one reading of the chain. */
  let measuring: Promise<number | Failure> | undefined
  let readingChain: Promise<string | Failure> | undefined

  const measure = async (): Promise<number | Failure> => {
    await pacer.turn('public')
    const asked = now()
    const answer = await http.send({ method: 'GET', path: '/system/time' })
    if (answer.kind !== 'RESULT') return answer
    const venueNow = timeFromWire(asObject(answer.result)?.['server_time'])
    if (venueNow === undefined) return { kind: 'LOST', reason: 'the venue answered without a time' }
    // The response has travelled for about half of the round trip.
    offset = { ms: venueNow - (asked + now()) / 2, at: now() }
    return offset.ms
  }

  const readChain = async (): Promise<string | Failure> => {
    await pacer.turn('public')
    const answer = await http.send({ method: 'GET', path: '/system/config' })
    if (answer.kind !== 'RESULT') return answer
    chain = textOf(asObject(answer.result)?.['starknet_chain_id'])
    return chain ?? { kind: 'LOST', reason: 'the venue returned no chain' }
  }

  return {
    measure,
    venueNow: async () => {
      const isKnown = offset !== undefined && now() - offset.at < CLOCK_LIFE_MS
      const ahead = isKnown ? offset!.ms : await (measuring ??= measure().finally(() => (measuring = undefined)))
      return typeof ahead === 'number' ? Math.round(now() + ahead) : ahead
    },
    doubtClock: () => {
      offset = undefined
    },
    chainId: async () => chain ?? (readingChain ??= readChain().finally(() => (readingChain = undefined))),
  }
}
