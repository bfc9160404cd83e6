/** Two desks that send RFQs, quote, trade and cancel as fast as they can, and keep every response that they received. */
import { ClientError, createClient, type Client } from '@parley/client'
import { catalogueCalls, directRfqCalls as calls, type BodyOf, type InstrumentView } from '@parley/contracts'
import type { DemoDesk } from '../product.ts'
import { pick, type Random } from '../random.ts'
import { History } from './history.ts'
import { ask, repeatUnanswered } from './records.ts'
import { signingAgain } from './sign-again.ts'

type OrderBody = BodyOf<typeof calls.createOrder>
/** A command without a response is repeated with its key in the next life. */
type SentOrder = { readonly desk: DeskOfPair; readonly key: string; readonly body: OrderBody }

export type DeskOfPair = {
  readonly ticker: string
  readonly client: Client
  /** Reads and repeats until there is a response, however slow the machine is. */
  readonly patient: Client
  history: History
}
export type Pair = { readonly taker: DeskOfPair; readonly maker: DeskOfPair; readonly currency: 'BTC' | 'ETH'; unanswered: SentOrder[] }

export type PairSetting = { readonly baseUrl: string; readonly desks: readonly DemoDesk[] }

const TRIES = 24

export function openPair({ baseUrl, desks }: PairSetting, taker: string, maker: string, currency: Pair['currency']): Pair {
  const deskOf = (ticker: string): DeskOfPair => {
    const { accessKey, secretKey } = desks.find((desk) => desk.ticker === ticker)!
    const credentials = { kind: 'key', accessKey, secretKey } as const
    const clientWith = (tries: number): Client => createClient({ baseUrl, credentials, pacing: false, tries })
    return { ticker, client: clientWith(1), patient: signingAgain(clientWith(TRIES)), history: new History() }
  }
  return { taker: deskOf(taker), maker: deskOf(maker), currency, unanswered: [] }
}

export type PricedCall = { readonly id: number; readonly price: string; readonly quantity: string }

const MARKED_WITHIN_LOOKS = 400
const LOOK_MS = 25

/** A call near the money, some weeks from expiry, at its mark. After a start the venue's marks arrive one after the other. */
export async function pickCall({ taker: { patient: client }, currency }: Pair): Promise<PricedCall> {
  const query = { venue: 'DBT', base_currency: currency, kind: 'OPTION', include_greeks: 'true', page_size: 1000 } as const
  for (let look = 0; look < MARKED_WITHIN_LOOKS; look += 1) {
    const { results } = await client.call(catalogueCalls.listInstruments, { query })
    const found = nearMoney(results)
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  throw new Error('the venue marks no call')
}

function nearMoney(listed: readonly InstrumentView[]): PricedCall | undefined {
  const marked = listed.filter((one) => one.option_kind === 'CALL' && one.greeks !== null && one.expires_at !== null)
  const expiries = [...new Set(marked.map((one) => one.expires_at!))].toSorted((a, b) => a - b)
  const expiry = expiries[Math.floor(expiries.length / 2)]
  const distance = (one: InstrumentView): number => Math.abs(Number(one.strike) - Number(one.greeks!.underlying_price))
  const [found] = marked.filter((one) => one.expires_at === expiry).toSorted((a, b) => distance(a) - distance(b))
  if (found === undefined) return undefined
  const tick = Number(found.min_tick_size)
  const decimals = found.min_tick_size.split('.')[1]?.length ?? 0
  const price = (Math.max(1, Math.round(Number(found.greeks!.mark_price) / tick)) * tick).toFixed(decimals)
  return { id: found.id, price, quantity: found.min_block_size }
}

export type Life = { readonly name: string; readonly option: PricedCall; readonly isOver: AbortSignal; readonly random: Random }

/** One RFQ after another, until the server is gone. */
export async function negotiate(pair: Pair, life: Life): Promise<void> {
  for (let n = 0; !life.isOver.aborted; n += 1) {
    try {
      await negotiateOne(pair, life, `${life.name}-${n}`)
    } catch {
      // The server was killed, so the outcome of the last request is unknown, as intended, or the market refused it.
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}

const AFTER_A_QUOTE = ['TRADE', 'TRADE', 'TRADE', 'TRADE', 'CANCEL_QUOTE', 'CANCEL_RFQ', 'LEAVE'] as const

async function negotiateOne(pair: Pair, { option, random }: Life, name: string): Promise<void> {
  const { taker, maker } = pair
  const { id, price, quantity } = option
  const legs = [{ instrument_id: id, ratio: '1', side: 'BUY' as const }]
  const rfq = await ask(taker.client, taker.history, name, { legs, quantity, counterparties: [maker.ticker] })
  // A desk trades faster here than protections of makers allow (rulebook 11.1).
  await maker.client.call(calls.resetMmp, { body: {} })
  const terms = { rfq_id: rfq.id, quantity, type: 'LIMIT', account_name: 'prop-1' } as const
  const quote = await send(pair, maker, `${name}-quote`, {
    ...{ ...terms, side: 'SELL', time_in_force: 'GOOD_TILL_CANCELED', legs: [{ instrument_id: id, price }] },
  })
  switch (pick(random, AFTER_A_QUOTE)) {
    case 'TRADE': {
      await send(pair, taker, `${name}-order`, { ...terms, side: 'BUY', time_in_force: 'FILL_OR_KILL', price })
      const { results } = await taker.client.call(calls.listTrades, { query: { rfq_id: rfq.id } })
      return results.forEach((one) => taker.history.sawTrade(one))
    }
    case 'CANCEL_QUOTE':
      await maker.client.call(calls.cancelOrder, { params: { id: quote } })
      return maker.history.sawOrder(await maker.client.call(calls.getOrder, { params: { id: quote } }))
    case 'CANCEL_RFQ':
      return taker.client.call(calls.cancelRfq, { params: { id: rfq.id } })
    case 'LEAVE':
  }
}

/** Returns the order's id. */
async function send(pair: Pair, desk: DeskOfPair, key: string, body: OrderBody): Promise<string> {
  const sent: SentOrder = { desk, key, body }
  pair.unanswered.push(sent)
  try {
    const order = await desk.client.call(calls.createOrder, { body, idempotencyKey: key })
    desk.history.sawOrder(order)
    pair.unanswered.splice(pair.unanswered.indexOf(sent), 1)
    return order.id
  } catch (error) {
    if (error instanceof ClientError && isRefused(error)) pair.unanswered.splice(pair.unanswered.indexOf(sent), 1)
    throw error
  }
}

const isRefused = ({ status }: ClientError): boolean => status >= 400 && status < 500

/** Sends again, under its key, each command of the last life that had no response. A command that the market refuses by now has not happened. */
export async function repeatAll(pair: Pair): Promise<void> {
  await repeatUnanswered(pair.taker.patient, pair.taker.history)
  for (const { desk, key, body } of pair.unanswered.splice(0))
    try {
      desk.history.sawOrder(await desk.patient.call(calls.createOrder, { body, idempotencyKey: key }))
    } catch (error) {
      if (!(error instanceof ClientError && isRefused(error))) throw error
    }
}
