/** The public market data calls, at a pace that the venue allows. */
import type { Instrument } from '@parley/core'
import type { Pacer } from '../adapter/pacing.ts'
import type { Pause } from '../adapter/pauses.ts'
import { asList } from '../adapter/wire-object.ts'
import type { Api, ApiAnswer } from './api.ts'
import { familyOfInstrument, type Families } from './families.ts'
import type { PACES } from './paces.ts'
import { instrumentsFromWire, pauseFromWire, type NumberOf } from './wire.ts'

export type MarketPacer = Pacer<keyof typeof PACES>

export type Listed = {
  readonly families: Families
  readonly numberOf: NumberOf
  /** Called after each answer. */
  readonly received: (() => void) | undefined
}

export async function loadInstruments(
  api: Api,
  pacer: MarketPacer,
  { families, numberOf, received }: Listed,
): Promise<readonly Instrument[]> {
  const rows: Instrument[] = []
  for (const family of families.all) {
    await pacer.turn('public')
    const params = { currency: family.currency, active: true }
    const data = demandResult(await api.send({ method: 'GET', path: `${family.prefix}/instruments`, params }))
    received?.()
    rows.push(...instrumentsFromWire(data, { families, family, numberOf }))
  }
  return rows
}

/** Reads one ticker over REST, if the socket has not sent it. Undefined if the venue has none. */
export async function loadTicker(api: Api, pacer: MarketPacer, instrument: Instrument): Promise<unknown> {
  await pacer.turn('public')
  const path = `${familyOfInstrument(instrument).prefix}/tickers`
  const data = demandResult(await api.send({ method: 'GET', path, params: { instrument_id: instrument.name } }))
  return Array.isArray(data) ? asList(data)[0] : data
}

/** Reads a coin's index price over REST. Undefined if the venue has none. */
export async function loadIndex(api: Api, pacer: MarketPacer, baseCurrency: string): Promise<unknown> {
  await pacer.turn('public')
  const answer = await api.send({ method: 'GET', path: '/v1/index', params: { currency: baseCurrency } })
  return answer.kind === 'RESULT' ? answer.data : undefined
}

/** Whether the venue accepts only cancellations, as it does around maintenance. If it asks for a key, the answer is unknown. */
export async function loadPause(api: Api, pacer: MarketPacer): Promise<Pause | undefined> {
  await pacer.turn('public')
  const answer = await api.send({ method: 'GET', path: '/v1/system/cancel_only_status', params: {} })
  return answer.kind === 'RESULT' ? pauseFromWire(answer.data) : undefined
}

function demandResult(answer: ApiAnswer): unknown {
  if (answer.kind === 'RESULT') return answer.data
  throw new Error(answer.kind === 'ERROR' ? `${answer.code} ${answer.message}` : answer.reason)
}
