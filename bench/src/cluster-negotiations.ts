/** The cost of a negotiation for the database and NATS in an installation of many processes: statements, and bytes of logs and messages. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { catalogueCalls, directRfqCalls as calls, type Client, type InstrumentView } from '@parley/client'
import type { ClusterPlace } from './cluster-place.ts'

const [TAKER, MAKER] = ['AMBR', 'LIND']
/** Each process does its rest on time also on a busy machine. */
const REST_MS = 10_000
/** After the last trade its settlement is confirmed to both desks. */
const SETTLED_MS = 3_000
const WARM = 5
const MARKED_WITHIN_LOOKS = 400
const LOOK_MS = 25

export type NegotiationCosts = {
  readonly statements: number
  /** The growth of the write-ahead log. */
  readonly logBytes: number
  readonly natsReceived: number
  readonly natsDelivered: number
}

/** For one negotiation, without what the installation does at rest. */
export async function negotiationCosts(place: ClusterPlace, negotiations: number): Promise<NegotiationCosts> {
  const { sql } = place
  const desks = { taker: place.clientOf(TAKER), maker: place.clientOf(MAKER) }
  const option = await markedCall(desks.taker)
  for (let n = 0; n < WARM; n++) await negotiate(desks, option)
  await delay(SETTLED_MS)
  await sql`alter system set log_statement = 'all'`
  await sql`select pg_reload_conf()`
  try {
    const rest = await spent(place, () => delay(REST_MS))
    const busy = await spent(place, async () => {
      for (let n = 0; n < negotiations; n++) await negotiate(desks, option)
      await delay(SETTLED_MS)
    })
    const each = (of: keyof NegotiationCosts) => (busy[of] - (rest[of] * busy.ms) / rest.ms) / negotiations
    return {
      ...{ statements: each('statements'), logBytes: each('logBytes') },
      ...{ natsReceived: each('natsReceived'), natsDelivered: each('natsDelivered') },
    }
  } finally {
    await sql`alter system reset log_statement`
    await sql`select pg_reload_conf()`
  }
}

/** Statements that begin and end a transaction count too, because each is a message of its own. */
const STATEMENT = /LOG: {2}(?:execute |statement: )/g

async function spent(place: ClusterPlace, work: () => Promise<unknown>): Promise<NegotiationCosts & { readonly ms: number }> {
  const before = await seen(place)
  await work()
  const after = await seen(place)
  return {
    ms: after.at - before.at,
    statements: after.statements - before.statements,
    logBytes: after.logBytes - before.logBytes,
    natsReceived: after.nats.received - before.nats.received,
    natsDelivered: after.nats.delivered - before.nats.delivered,
  }
}

async function seen({ sql, dataDir, natsBytes }: ClusterPlace) {
  const [log] = await sql<{ bytes: string }[]>`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as bytes`
  const statements = readFileSync(join(dataDir, 'database', 'postgres.log'), 'utf8').match(STATEMENT)?.length ?? 0
  return { at: performance.now(), statements, logBytes: Number(log!.bytes), nats: await natsBytes() }
}

type Desks = { readonly taker: Client; readonly maker: Client }
type Option = { readonly id: number; readonly price: string; readonly quantity: string }

/** An RFQ to one maker, its quote, and the order that takes it. The maker's protection is reset, because it trades faster than its makers do. */
async function negotiate({ taker, maker }: Desks, { id, price, quantity }: Option): Promise<void> {
  const legs = [{ instrument_id: id, ratio: '1', side: 'BUY' as const }]
  const rfq = await taker.call(calls.createRfq, { body: { venue: 'DBT', quantity, legs, counterparties: [MAKER] } })
  await maker.call(calls.resetMmp, { body: {} })
  const terms = { rfq_id: rfq.id, quantity, type: 'LIMIT', account_name: 'prop-1' } as const
  const quote = { ...terms, side: 'SELL', time_in_force: 'GOOD_TILL_CANCELED' } as const
  await maker.call(calls.createOrder, { body: { ...quote, legs: [{ instrument_id: id, price }] } })
  await taker.call(calls.createOrder, { body: { ...terms, side: 'BUY', time_in_force: 'FILL_OR_KILL', price } })
}

/** After a start, the marks of a venue arrive one after the other. */
async function markedCall(desk: Client): Promise<Option> {
  const query = { venue: 'DBT', base_currency: 'BTC', kind: 'OPTION', include_greeks: 'true', page_size: 1_000 } as const
  for (let look = 0; look < MARKED_WITHIN_LOOKS; look += 1) {
    const { results } = await desk.call(catalogueCalls.listInstruments, { query })
    const found = nearMoney(results)
    if (found !== undefined) return found
    await delay(LOOK_MS)
  }
  throw new Error('the venue marks no call')
}

function nearMoney(listed: readonly InstrumentView[]): Option | undefined {
  const marked = listed.filter((one) => one.option_kind === 'CALL' && one.greeks !== null && one.expires_at !== null)
  const expiries = [...new Set(marked.map((one) => one.expires_at!))].toSorted((a, b) => a - b)
  const expiry = expiries[Math.floor(expiries.length / 2)]
  const distance = (one: InstrumentView): number => Math.abs(Number(one.strike) - Number(one.greeks!.underlying_price))
  const [found] = marked.filter((one) => one.expires_at === expiry).toSorted((a, b) => distance(a) - distance(b))
  if (found === undefined) return undefined
  const tick = Number(found.min_tick_size)
  const price = Math.max(1, Math.round(Number(found.greeks!.mark_price) / tick)) * tick
  return { id: found.id, price: price.toFixed(found.min_tick_size.split('.')[1]?.length ?? 0), quantity: found.min_block_size }
}
