/** Structures for tests, chosen from what the venue lists now. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from '@parley/client'
import { catalogueCalls, type InstrumentView } from '@parley/contracts'

export type PickedLeg = { readonly instrument_id: number; readonly ratio: string; readonly side: 'BUY' | 'SELL' }
export type Picked = { readonly legs: PickedLeg[]; readonly instruments: InstrumentView[] }

const MARKED_WITHIN_MS = 45_000
const LOOK_MS = 100

/**
 * Long a call near the money, short one higher, in an expiry a few weeks away.
 * A market that has just opened marks its instruments one after the other, and a chain of which half is marked has no money to be near: the pick
 * waits until the whole of its expiry is marked.
 */
export async function pickCallSpread(client: Client, baseCurrency: 'BTC' | 'ETH'): Promise<Picked> {
  for (const last = Date.now() + MARKED_WITHIN_MS; ; await delay(LOOK_MS)) {
    const picked = await markedSpread(client, baseCurrency)
    if (picked !== undefined) return picked
    if (Date.now() > last) throw new Error(`no expiry of ${baseCurrency} has a marked chain with a call spread near the money`)
  }
}

async function markedSpread(client: Client, baseCurrency: 'BTC' | 'ETH'): Promise<Picked | undefined> {
  const { results } = await client.call(catalogueCalls.listInstruments, {
    query: { venue: 'DBT', base_currency: baseCurrency, kind: 'OPTION', include_greeks: 'true', page_size: 1000 },
  })
  const calls = results.filter((one) => one.option_kind === 'CALL' && one.expires_at !== null)
  const expiries = [...new Set(calls.map((one) => one.expires_at!))].sort((a, b) => a - b)
  const expiry = expiries[Math.floor(expiries.length / 2)]
  const chain = calls.filter((one) => one.expires_at === expiry).sort((a, b) => Number(a.strike) - Number(b.strike))
  if (chain.some(({ greeks }) => greeks === null)) return undefined
  const near = chain.findIndex((one) => Number(one.strike) >= Number(one.greeks!.underlying_price))
  const [low, high] = [chain[near], chain[near + 3]]
  if (low === undefined || high === undefined) return undefined
  return {
    legs: [
      { instrument_id: low.id, ratio: '1', side: 'BUY' },
      { instrument_id: high.id, ratio: '1', side: 'SELL' },
    ],
    instruments: [low, high],
  }
}
