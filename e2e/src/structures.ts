/** Structures for tests, chosen from the venue's current listing. */
import type { Client } from '@parley/client'
import { catalogueCalls, type InstrumentView } from '@parley/contracts'

export type PickedLeg = { readonly instrument_id: number; readonly ratio: string; readonly side: 'BUY' | 'SELL' }
export type Picked = { readonly legs: PickedLeg[]; readonly instruments: InstrumentView[] }

/** Long a call near the money, short a higher one, in an expiry a few weeks away. */
export async function pickCallSpread(client: Client, baseCurrency: 'BTC' | 'ETH'): Promise<Picked> {
  const { results } = await client.call(catalogueCalls.listInstruments, {
    query: { venue: 'DBT', base_currency: baseCurrency, kind: 'OPTION', include_greeks: 'true', page_size: 1000 },
  })
  const calls = results.filter((one) => one.option_kind === 'CALL' && one.greeks !== null && one.expires_at !== null)
  const expiries = [...new Set(calls.map((one) => one.expires_at!))].sort((a, b) => a - b)
  const expiry = expiries[Math.floor(expiries.length / 2)]
  const chain = calls.filter((one) => one.expires_at === expiry).sort((a, b) => Number(a.strike) - Number(b.strike))
  const near = chain.findIndex((one) => Number(one.strike) >= Number(one.greeks!.underlying_price))
  const [low, high] = [chain[near], chain[near + 3]]
  if (low === undefined || high === undefined) throw new Error('the chain has no call spread near the money')
  return {
    legs: [
      { instrument_id: low.id, ratio: '1', side: 'BUY' },
      { instrument_id: high.id, ratio: '1', side: 'SELL' },
    ],
    instruments: [low, high],
  }
}
