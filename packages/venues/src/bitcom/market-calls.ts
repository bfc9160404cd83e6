/** The public calls of market data, at a pace the venue allows. */
import type { Instrument } from '@parley/core'
import type { Pacer } from '../adapter/pacing.ts'
import { asList } from '../adapter/wire-object.ts'
import type { Api, ApiAnswer } from './api.ts'
import { FAMILIES, familyOfInstrument } from './families.ts'
import type { PACES } from './paces.ts'
import { instrumentsFromWire, type NumberOf } from './wire.ts'

export type MarketPacer = Pacer<keyof typeof PACES>

export async function loadInstruments(api: Api, pacer: MarketPacer, numberOf: NumberOf): Promise<readonly Instrument[]> {
  const rows: Instrument[] = []
  for (const family of FAMILIES) {
    await pacer.turn('public')
    const params = { currency: family.currency, active: true }
    const data = demandResult(await api.send({ method: 'GET', path: `${family.prefix}/instruments`, params }))
    rows.push(...instrumentsFromWire(data, family, numberOf))
  }
  return rows
}

/** One ticker by REST, for what the socket has not brought; undefined where the venue has none. */
export async function loadTicker(api: Api, pacer: MarketPacer, instrument: Instrument): Promise<unknown> {
  await pacer.turn('public')
  const path = `${familyOfInstrument(instrument).prefix}/tickers`
  const data = demandResult(await api.send({ method: 'GET', path, params: { instrument_id: instrument.name } }))
  return Array.isArray(data) ? asList(data)[0] : data
}

function demandResult(answer: ApiAnswer): unknown {
  if (answer.kind === 'RESULT') return answer.data
  throw new Error(answer.kind === 'ERROR' ? `${answer.code} ${answer.message}` : answer.reason)
}
