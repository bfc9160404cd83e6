/** The calls of the market data connection, at a pace that the venue allows. */
import type { Instrument } from '@parley/core'
import { CHANNELS_PER_CALL } from './limits.ts'
import type { DeribitPacer } from './paces.ts'
import { CURRENCIES } from './product-codes.ts'
import type { RpcAnswer } from './frames.ts'
import type { Rpc } from './rpc.ts'
import type { VenueLog } from '../adapter/venue-log.ts'
import { asList } from '../adapter/wire-object.ts'
import { instrumentsFromWire } from './wire.ts'

export async function loadInstruments(rpc: Rpc, pacer: DeribitPacer): Promise<readonly Instrument[]> {
  const rows: Instrument[] = []
  for (const currency of CURRENCIES) {
    await pacer.turn('instruments')
    rows.push(...instrumentsFromWire(demandResult(await rpc.call('public/get_instruments', { currency, expired: false }))))
  }
  return rows
}

/** The venue's own report of whether it is locked. */
export async function loadStatus(rpc: Rpc, pacer: DeribitPacer): Promise<unknown> {
  await pacer.turn('plain')
  return demandResult(await rpc.call('public/status', {}))
}

/** Subscribes in batches that fit into a frame. The venue leaves out unknown channels without an error. */
export async function subscribe(rpc: Rpc, pacer: DeribitPacer, channels: readonly string[], log: VenueLog): Promise<void> {
  for (let from = 0; from < channels.length; from += CHANNELS_PER_CALL) {
    const batch = channels.slice(from, from + CHANNELS_PER_CALL)
    await pacer.turn('subscribe')
    const accepted = new Set(asList(demandResult(await rpc.call('public/subscribe', { channels: batch }))))
    const refused = batch.filter((channel) => !accepted.has(channel))
    if (refused.length > 0) log('the venue left channels out of a subscription', { count: refused.length, first: refused[0] })
  }
}

export async function unsubscribe(rpc: Rpc, pacer: DeribitPacer, channels: readonly string[]): Promise<void> {
  for (let from = 0; from < channels.length; from += CHANNELS_PER_CALL) {
    await pacer.turn('subscribe')
    demandResult(await rpc.call('public/unsubscribe', { channels: channels.slice(from, from + CHANNELS_PER_CALL) }))
  }
}

/** agg2 is the venue's slowest interval, about a second. The faster ones add nothing that a negotiation needs. */
export const tickerChannel = (instrument: Instrument): string => `ticker.${instrument.name}.agg2`

/** The listings of every kind and currency, and the indices. */
export const STANDING_CHANNELS: readonly string[] = [
  'instrument.state.any.any',
  'platform_state',
  ...CURRENCIES.map((currency) => `deribit_price_index.${currency.toLowerCase()}_usd`),
]

function demandResult(answer: RpcAnswer): unknown {
  if (answer.kind === 'RESULT') return answer.result
  throw new Error(answer.kind === 'ERROR' ? `${answer.code} ${answer.message}` : answer.reason)
}
