/** Invariants of every direct RFQ at all times, whatever was done to it. They are written from the rulebook, not from the code. */
import type { DeskId } from '../src/ids.ts'
import { neverRests, type Order } from '../src/rfq/model/order.ts'
import { isNameTaken, ownRfqsOf, rfqsOf } from '../src/rfq/model/rfqs.ts'
import { bookFor, rfqFor, tradeFor } from '../src/rfq/display/visibility.ts'
import type { RfqHistory, Market } from './fixture.ts'

function must(holds: boolean, what: string, about: { readonly id: string }): void {
  if (!holds) throw new Error(`${what}: ${JSON.stringify(about)}`)
}

const rests = (order: Order): number => order.quantity - order.filled - order.pending - order.canceled
const total = (rfq: RfqHistory, state: string, of: (trade: RfqHistory['trades'][number]) => boolean = () => true): number =>
  rfq.trades.filter((trade) => trade.state === state && of(trade)).reduce((sum, trade) => sum + trade.quantity, 0)

export function checkRfq(rfq: RfqHistory): void {
  const filled = total(rfq, 'FILLED')
  const pending = total(rfq, 'PENDING_SETTLEMENT')
  const remaining = rfq.quantity! - filled - pending
  must(rfq.filled === filled && rfq.pending === pending, 'its sums are not what its trades say (7.1)', rfq)
  must(remaining >= 0, 'more was traded than asked for (5.11)', rfq)
  must(new Set(rfq.trades.map(({ id }) => id)).size === rfq.trades.length, 'two trades have one id (5.11)', rfq)
  for (const trade of rfq.trades) {
    must(
      trade.taker === rfq.creator.desk && rfq.makers.includes(trade.maker) && trade.maker !== trade.taker,
      'a desk traded with itself (5.18)',
      rfq,
    )
    must(trade.quantity >= rfq.minimumBlock && trade.quantity % rfq.quantityIncrement === 0, 'a trade is no block (5.11)', rfq)
  }
  for (const order of rfq.orders) checkOrder(rfq, order, remaining)
  checkBook(rfq, remaining)
  checkDeclines(rfq)
  const hasOpen = rfq.orders.some(({ state }) => state === 'OPEN')
  if (rfq.ending !== undefined && rfq.state === 'OPEN') must(!hasOpen && pending > 0, 'it is ending and waits for nothing (4.10)', rfq)
  if (rfq.state === 'OPEN') must(remaining >= rfq.minimumBlock || pending > 0, 'it is done and still open (4.12)', rfq)
  if (rfq.state === 'CLOSED') must(!hasOpen && pending === 0, 'it closed with something left (4.11)', rfq)
  if (rfq.state === 'CLOSED') must((rfq.closedReason === 'EXECUTION_LIMIT') === filled > 0, 'it closed for the wrong reason (4.11)', rfq)
}

/** Rulebook 5.19: at most one decline of each desk that was asked, and no visible resting order of a desk whose decline is in effect. */
function checkDeclines(rfq: RfqHistory): void {
  const { declines } = rfq
  must(new Set(declines.map(({ desk }) => desk)).size === declines.length, 'a desk declines twice (5.19)', rfq)
  for (const { desk, takenBackAt } of declines) {
    must(rfq.makers.includes(desk), 'a desk that was not asked declines (5.19)', rfq)
    const shown = rfq.orders.some(({ actor, state, isHidden }) => actor.desk === desk && state === 'OPEN' && !isHidden)
    must(takenBackAt !== undefined || !shown, 'a desk declines and quotes (5.19)', rfq)
  }
}

/** Rulebook 5.20: an allocated order trades in full or not at all, in blocks, and each account gets its part. */
function checkAllocation(rfq: RfqHistory, { id, allocations, quantity }: Order): void {
  if (allocations === undefined) return
  const trades = rfq.trades.filter(({ takerOrder }) => takerOrder === id)
  const traded = trades.reduce((sum, trade) => sum + trade.quantity, 0)
  must(traded === 0 || traded === quantity, 'a part of an allocated order traded (5.20)', { id })
  for (const part of traded === 0 ? [] : allocations) {
    const own = trades.filter(({ takerAccount }) => takerAccount === part.account)
    must(own.reduce((sum, trade) => sum + trade.quantity, 0) === part.quantity, 'an account has not its part (5.20)', { id })
  }
}

function checkOrder(rfq: RfqHistory, order: Order, remaining: number): void {
  checkAllocation(rfq, order)
  const mine = (trade: RfqHistory['trades'][number]) => trade.takerOrder === order.id || trade.makerOrder === order.id
  const left = rests(order)
  must(Math.min(order.filled, order.pending, order.canceled, left) >= 0, 'an order has a part below zero (5.11)', order)
  must(order.filled === total(rfq, 'FILLED', mine), 'filled is not what its trades say (7.2)', order)
  must(order.pending === total(rfq, 'PENDING_SETTLEMENT', mine), 'pending is not what its trades say (7.1)', order)
  must((order.state === 'OPEN') === left > 0, 'open and nothing rests, or the other way round (5.16)', order)
  must(left === 0 || left >= rfq.minimumBlock, 'less than a block rests (5.12)', order)
  must(order.kind === 'QUOTE' || left <= remaining, 'a cross rests for more than remains (5.12)', order)
  must(!neverRests(order) || left === 0, 'an order that never rests does (5.13)', order)
}

function checkBook(rfq: RfqHistory, remaining: number): void {
  const open = rfq.orders.filter(({ state }) => state === 'OPEN')
  for (const bid of open.filter(({ side }) => side === 'BUY'))
    for (const ask of open.filter(({ side }) => side === 'SELL')) {
      const crossed = bid.price >= ask.price
      must(!crossed || bid.actor.desk !== ask.actor.desk, 'a desk crosses itself (5.8)', rfq)
      must(!crossed || bid.kind === ask.kind || remaining < rfq.minimumBlock, 'orders that cross have not met (5.9)', rfq)
    }
  const places = open.map(({ actor, side }) => `${actor.desk} ${side}`)
  must(new Set(places).size === places.length, 'a desk has two orders on one side (5.3)', rfq)
}

/** Searches everything that a desk can read for names that it must not see. */
export function checkSecrets(rfq: RfqHistory, desks: readonly DeskId[]): void {
  for (const viewer of desks) {
    const readable = {
      rfq: rfqFor(rfq, viewer),
      book: bookFor(rfq, rfq.orders, viewer),
      trades: rfq.trades.map((trade) => tradeFor(rfq, trade, viewer)),
    }
    const text = JSON.stringify(readable)
    const isTaker = viewer === rfq.creator.desk
    const isMaker = rfq.makers.includes(viewer) && rfq.state !== 'DRAFT' && rfq.closedReason !== 'CLOSED_DRAFT'
    if (!isTaker && !isMaker) must(!text.includes('_'), `${viewer} reads what is not its own (8.6)`, rfq)
    for (const order of rfq.orders) {
      if (order.actor.desk === viewer) continue
      if (order.isHidden || (order.kind === 'QUOTE' && !isTaker))
        must(!text.includes(order.id), `${viewer} reads ${order.id} (8.2, 8.3)`, rfq)
    }
    if (isTaker) continue
    for (const other of rfq.makers) if (other !== viewer) must(!text.includes(`"${other}"`), `${viewer} reads of ${other} (8.3)`, rfq)
    if (rfq.isTakerAnonymous) must(!text.includes(`"${rfq.creator.desk}"`), `${viewer} reads who asks (8.5)`, rfq)
    must(
      !text.includes(`"${rfq.account}"`) && (rfq.label === undefined || !text.includes(rfq.label)),
      `${viewer} reads the account (8.5)`,
      rfq,
    )
  }
}

/** The indexes agree with the RFQs, and live RFQs agree with the changes they published. */
export function checkMarket({ rfqs, known }: Market): void {
  const all = [...rfqs.live.keys()].map((id) => known.get(id)!)
  const orders = all.flatMap((rfq) => rfq.orders)
  for (const desk of new Set([...all.map(({ creator }) => creator.desk), ...orders.map(({ actor }) => actor.desk)])) {
    const isIn = ({ state, creator, orders: placed }: RfqHistory) =>
      state === 'OPEN' && (creator.desk === desk || placed.some((order) => order.actor.desk === desk && order.state === 'OPEN'))
    const found = rfqsOf(rfqs, desk).map(({ rfq }) => known.get(rfq.id)!)
    must(found.length === all.filter(isIn).length && found.every(isIn), 'a desk does not find what it has open', { id: desk })
  }
  const named = orders.filter(({ state, clientOrderId }) => state === 'OPEN' && clientOrderId !== undefined)
  must(
    rfqs.clientOrderIds.size === named.length &&
      named.every(({ actor, clientOrderId }) => isNameTaken(rfqs, { audience: 'DIRECT' }, actor.desk, clientOrderId!)),
    'a client order id is not the one of an open order (5.21)',
    { id: 'market' },
  )
  for (const rfq of all) {
    const { rfq: head, orders: placed } = rfqs.live.get(rfq.id)!
    must(JSON.stringify({ ...rfq, ...head }) === JSON.stringify(rfq), 'an RFQ is not as its changes told', rfq)
    must(JSON.stringify([...placed.values()]) === JSON.stringify(rfq.orders), 'its orders are not as their changes told', rfq)
    must(rfq.state !== 'CLOSED', 'a closed RFQ is kept', rfq)
    const awaited = rfq.state === 'OPEN' && rfq.ending === undefined
    must(!awaited || rfqs.deadlines.some(({ id, at }) => id === rfq.id && at === rfq.expiresAt), 'an RFQ has no deadline (4.8)', rfq)
    const isCounted = ownRfqsOf(rfqs, rfq.creator.desk).some((one) => one.rfq.id === rfq.id)
    must(isCounted === (rfq.state === 'OPEN'), 'a desk has lost an RFQ (9.2)', rfq)
  }
}
