/** What is not taken at all: from a desk or person whose trading is stopped, and quotes in what a protection has frozen (rulebook 11.1, 11.2, 11.6). */
import { OPERATOR } from '../protection/decide.ts'
import { frozenBy, hasFrozen } from '../protection/guarding.ts'
import { stopOf } from '../protection/protections.ts'
import type { Frozen } from '../protection/protection.ts'
import { refuse, type Refusal } from '../refusal.ts'
import { productsOf } from '../structure/figures.ts'
import type { Structure } from '../structure/structure.ts'
import type { Market, MarketCommand, MarketRefusal } from './market.ts'

export function stopped(market: Market, command: MarketCommand): Refusal<MarketRefusal> | undefined {
  if (command.kind === 'CreateRfq' || command.kind === 'SendDraft' || command.kind === 'OpenMarket') return stopRefusal(market, command)
  if (command.kind === 'PlaceOrder' || command.kind === 'ReplaceOrder') return stopRefusal(market, command) ?? frozenOrder(market, command)
  if (command.kind === 'PlaceQuote' || command.kind === 'ReplaceQuote') return stopRefusal(market, command) ?? frozenQuote(market, command)
  return undefined
}

type Acting = { readonly actor: Extract<MarketCommand, { kind: 'PlaceOrder' }>['actor'] }

function stopRefusal({ protections }: Market, { actor }: Acting): Refusal<MarketRefusal> | undefined {
  const stop = stopOf(protections, actor.desk, actor.user)
  if (stop === undefined) return undefined
  const why = stop.why === undefined ? '' : `: ${stop.why}`
  const words =
    stop.by === OPERATOR
      ? `Trading is stopped by the operator${why}. The operator allows it again.`
      : `Trading is stopped by an administrator of your desk${why}. An administrator, or the operator, allows it again.`
  return refuse('TradingIsStopped', '11.6', words)
}

/** Makers only: market maker protection is for quotes. A taker's order in the direct flow goes. */
function frozenOrder(
  { direct, protections }: Market,
  { kind, actor, id, orderId, label }: Extract<MarketCommand, { kind: 'PlaceOrder' | 'ReplaceOrder' }>,
) {
  if (!hasFrozen(protections, actor.desk)) return undefined
  const rfq = direct.rfqs.get(id)
  if (rfq === undefined || rfq.creator.desk === actor.desk) return undefined
  const labelNow = label ?? (kind === 'ReplaceOrder' ? rfq.orders.find(({ id: order }) => order === orderId)?.label : undefined)
  return frozenRefusal(frozenBy(protections, actor.desk, labelled(rfq.structure, labelNow)))
}

/** An empty label is none. */
function labelled(structure: Structure, label: string | undefined) {
  const products = productsOf(structure)
  return label === undefined || label === '' ? { products } : { products, label }
}

/** What never rests takes; it is not a quote. */
function frozenQuote({ group, protections }: Market, command: Extract<MarketCommand, { kind: 'PlaceQuote' | 'ReplaceQuote' }>) {
  if (!hasFrozen(protections, command.actor.desk)) return undefined
  const takes = command.kind === 'PlaceQuote' && (command.form === 'ORDER' || command.isIoc)
  const market = group.open.get(command.market)
  if (market === undefined || takes) return undefined
  const label = command.label ?? (command.kind === 'ReplaceQuote' ? market.quotes.get(command.quoteId)?.label : undefined)
  return frozenRefusal(frozenBy(protections, command.actor.desk, labelled(market.head.structure, label)))
}

function frozenRefusal(frozen: Frozen | undefined): Refusal<MarketRefusal> | undefined {
  if (frozen === undefined) return undefined
  const { limit, product, measure, until } = frozen
  const end = until === undefined ? 'until the desk resets it' : 'until the desk resets it or its time has passed'
  return refuse('ProtectionActive', '11.1', `${limit} has fired in ${product} (${measure}); no quote is taken there ${end}.`)
}
