/** A quote or an order as a command: its words read, its facts gathered, sent to its shard; the quote as it stands after the decision. */
import { randomBytes } from 'node:crypto'
import {
  isRefusal,
  parseQuantity,
  refuse,
  restingOfQuote,
  withCause,
  type GroupCommand,
  type GroupMarket,
  type GroupQuote,
  type MarketEvent,
  type Price,
  type Quantity,
  type Refusal,
  type Side,
} from '@parley/core'
import { accountFor, allocationsOf, bandRefusal, bothGiven, type AskedPart, referenceOf } from '../direct-rfq/facts.ts'
import { actorOf } from '../direct-rfq/rfq-commands.ts'
import type { Idempotency } from '../engine/engine.ts'
import type { Caller } from '../http/route.ts'
import { clientOrderIdOf } from '../market/client-order-ids.ts'
import { marketShardOf } from '../market/shards.ts'
import { legPricesOf } from '../market/leg-prices.ts'
import { loneLegPrice, unitOf } from './facts.ts'
import type { Needs } from './needs.ts'

type Leg = { readonly instrument?: string | undefined; readonly instrument_id?: number | undefined; readonly price: string }
export type QuoteBody = {
  readonly account?: string | null | undefined
  readonly allocations?: readonly AskedPart[] | null | undefined
  readonly client_order_id?: string | number | null | undefined
  readonly quantity?: string | undefined
  readonly side?: Side | undefined
  readonly price?: string | null | undefined
  readonly legs?: readonly Leg[] | null | undefined
  readonly post_only?: boolean | null | undefined
  readonly ioc?: boolean | null | undefined
  readonly is_hidden?: boolean | null | undefined
  readonly label?: string | null | undefined
}
const NONCE_BYTES = 12
const newNonce = (): string => randomBytes(NONCE_BYTES).toString('base64url')
export const noMarket = refuse('RfqClosed', '10.5', 'There is no market of this id; open one with its legs.', 'id')

export type Prices = { readonly price?: Price; readonly legPrices?: readonly Price[] }

export function quotedPrices(
  market: GroupMarket,
  { legs, price }: Pick<QuoteBody, 'legs' | 'price'>,
  { marketData }: Needs,
): Prices | Refusal {
  const quoted = legs ?? loneLegPrice(market.structure, price)
  const legPrices = quoted === undefined ? undefined : legPricesOf(market.structure, quoted)
  if (legPrices === undefined) return {}
  if ('refused' in legPrices) return legPrices
  return bandRefusal(market.structure, legPrices, marketData) ?? { legPrices }
}

/** What goes with every command that may trade. */
export function meeting(market: GroupMarket, { marketData }: Needs) {
  const reference = referenceOf(market, marketData)
  return {
    shard: marketShardOf(market).group,
    nonce: newNonce(),
    unit: unitOf(market, marketData),
    ...(reference === undefined ? {} : { reference }),
  }
}

/** The account is the one named, or the desk's default there. */
export async function place(
  needs: Needs,
  caller: Caller,
  market: GroupMarket,
  terms: PlaceTerms,
  idempotency?: Idempotency,
): Promise<GroupQuote | Refusal> {
  const command = placeCommand(needs, caller, market, terms)
  return isRefusal(command) ? command : submitQuote(needs, { caller, market, command }, idempotency)
}

export function placeCommand(needs: Needs, caller: Caller, market: GroupMarket, terms: PlaceTerms): PlaceQuote | Refusal {
  const quantity = quantityOf(terms.quantity)
  if (typeof quantity === 'object') return quantity
  const both = bothGiven(terms.allocations, terms.account)
  if (both !== undefined) return both
  const allocations = allocationsOf({ desk: caller.desk, venue: market.venue }, terms.allocations, needs.directory)
  if (allocations !== undefined && 'refused' in allocations) return allocations
  const account = accountFor(caller.desk, market.venue, terms.account, needs.directory)
  if (typeof account === 'object') return { ...account, field: 'account' }
  if (account === undefined)
    return refuse('AccountUnknown', '10.3', `Your desk has no account at ${market.venue}; add one first.`, 'account')
  const clientOrderId = clientOrderIdOf(terms.client_order_id, 'GROUP')
  if (typeof clientOrderId === 'object') return clientOrderId
  const { prices, form, side, isIoc, isPostOnly, isHidden, label } = terms
  const unbounded = needs.guards.bounded(caller.desk, market, { quantity, ...prices })
  if (unbounded !== undefined) return unbounded
  return {
    kind: 'PlaceQuote',
    actor: actorOf(caller),
    market: market.id,
    form,
    side,
    quantity,
    account,
    isIoc,
    isPostOnly,
    isHidden,
    ...prices,
    ...(allocations === undefined ? {} : { allocations }),
    ...(clientOrderId === undefined ? {} : { clientOrderId }),
    ...(label ? { label } : {}),
    ...meeting(market, needs),
  }
}

export type PlaceQuote = Extract<GroupCommand, { kind: 'PlaceQuote' }>
export type ReplaceQuote = Extract<GroupCommand, { kind: 'ReplaceQuote' }>
type Submitted = { readonly caller: Caller; readonly market: GroupMarket; readonly command: PlaceQuote | ReplaceQuote }

/** What takes waits its desk's turn; a name that it brings is the desk's own, wherever else it may rest. */
export async function submitQuote(
  needs: Needs,
  { caller, market, command }: Submitted,
  idempotency: Idempotency | undefined,
): Promise<GroupQuote | Refusal> {
  const { clientOrderId, isIoc } = command
  const shard = marketShardOf(market)
  const submit = () => needs.engine.submit(shard.name, command, idempotency)
  const decide = () => (isIoc ? needs.guards.taking(caller.desk, market.structure, submit) : submit())
  const decided = await needs.clientOrderIds.using(caller.desk, clientOrderId, { flow: 'GROUP', group: shard.group }, decide)
  return isRefusal(decided) ? decided : quoteAfter(decided.events)
}

export type PlaceTerms = Pick<QuoteBody, 'account' | 'allocations' | 'client_order_id' | 'label'> & {
  readonly quantity: string
  readonly form: GroupQuote['form']
  readonly side: Side
  readonly prices: { readonly price?: Price; readonly legPrices?: readonly Price[] }
  readonly isIoc: boolean
  readonly isPostOnly: boolean
  readonly isHidden: boolean
}

export function quantityOf(text: string): Quantity | Refusal {
  return (
    parseQuantity(text) ??
    refuse('QuantityOffIncrement', '10.3', 'A quantity has at most 6 decimals and is below 9 thousand million.', 'quantity')
  )
}

/** The quote that the decision placed or replaced, with all that followed from it at once. */
export function quoteAfter(events: readonly MarketEvent[]): GroupQuote {
  const arrived = events.find((event) => event.kind === 'QuotePlaced' || event.kind === 'QuoteReplaced')
  if (arrived === undefined) throw new Error('a quote was placed without an event that says so')
  let { quote } = arrived
  for (const event of events) {
    if (event.kind === 'MatchAgreed' && event.match.takerQuote === quote.id)
      quote = { ...quote, pending: (quote.pending + event.match.quantity) as Quantity }
    else if (event.kind === 'QuoteCanceled' && event.quoteId === quote.id)
      quote = { ...quote, canceled: (quote.canceled + event.quantity) as Quantity, ...withCause(quote, event) }
  }
  return restingOfQuote(quote) === 0 ? { ...quote, state: 'CLOSED' } : quote
}
