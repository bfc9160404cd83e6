/**
 * The events of one account at the venue, for all readers of its desk. The private connection is open while there are readers. After each opening the
 * whole account is read, and the events that arrived in the meantime are applied to it, so that nothing is missed. Profits and margin change with the
 * marks, without events: while there are positions, they are read regularly.
 */
import type { PerpetualAccountChangeView } from '@parley/contracts'
import { isOlderVersion } from '@parley/core'
import type { AccountListener, MarginSetting, MarginSummary, PerpetualOrder, PerpetualPosition, VenueAnswer } from '@parley/venues'
import type { Clock } from '../market-data/clock.ts'
import type { DeskAccount } from './desk-account.ts'
import { perpetualLimits as limits } from './limits.ts'
import type { MarketBoard } from './market-board.ts'
import { unread } from './refusals.ts'
import { presentFill, presentFundingPayment, presentMargin, presentOrder, presentPosition, presentSummary } from './wire.ts'

type Push = (change: PerpetualAccountChangeView) => void
export type AccountFeedParts = { readonly board: MarketBoard; readonly clock: Clock }

const nothing = { summary: null, positions: [], orders: [], fills: [], funding_payments: [], margins: [] }

/** Sent to a desk that has no account there. */
export const withoutAccount: PerpetualAccountChangeView = {
  ...{ account_name: null, line: 'NO_ACCOUNT', failure: null, is_whole: true },
  ...nothing,
}

type AccountEvents = Pick<PerpetualAccountChangeView, 'fills' | 'funding_payments' | 'margins'>
type Holding = {
  readonly orders: Map<string, PerpetualOrder>
  readonly positions: Map<string, PerpetualPosition>
  margin: MarginSummary | undefined
}

export class AccountFeed {
  readonly #account: DeskAccount
  readonly #parts: AccountFeedParts
  readonly #readers = new Set<Push>()
  readonly #end: () => void
  readonly #leaveBoard: () => void
  #line: 'CONNECTED' | 'DISCONNECTED' = 'DISCONNECTED'
  #failure: string | undefined
  /** Undefined until the whole account was read on the current connection. */
  #held: Holding | undefined
  /** Events that arrived while the account was being read. */
  #meanwhile: (() => void)[] = []
  #opening = 0
  /** Changed since the last publication. */
  #orders = new Map<string, PerpetualOrder>()
  #positions = new Map<string, PerpetualPosition>()
  #events: AccountEvents = { fills: [], funding_payments: [], margins: [] }
  #isMarginNew = false
  #isWaiting = false
  #callOff = () => {}
  #callOffHoldings = () => {}
  /** Counts positions and margins that arrived as events: a read that was in progress at that time may be older. */
  #received = 0

  constructor(account: DeskAccount, parts: AccountFeedParts) {
    this.#account = account
    this.#parts = parts
    // Marks of positions come from the board, which is read while there are readers.
    this.#leaveBoard = parts.board.watch(() => undefined)
    this.#end = account.trading.watch(this.#listener(), 'LEAVE_ORDERS')
  }

  join(push: Push): void {
    this.#readers.add(push)
    push(this.#whole())
  }

  leave(push: Push): void {
    this.#readers.delete(push)
  }

  close(): void {
    this.#opening += 1
    this.#isWaiting = false
    this.#readers.clear()
    this.#callOff()
    this.#callOffHoldings()
    this.#leaveBoard()
    this.#end()
  }

  /** A setting that was changed through us, for which there is no event. */
  marginSet(setting: MarginSetting): void {
    this.#add({ margins: [presentMargin(setting, { isChosen: true })] })
  }

  #listener(): AccountListener {
    const whenRead = (apply: () => void): void => {
      if (this.#held === undefined) this.#meanwhile.push(apply)
      else apply()
    }
    return {
      onOrder: (order) => whenRead(() => this.#orderChanged(order)),
      onPosition: (position) =>
        whenRead(() => {
          this.#received += 1
          this.#positionChanged(position)
        }),
      onMargin: (margin) =>
        whenRead(() => {
          this.#received += 1
          this.#marginChanged(margin)
        }),
      onFill: (fill) => this.#add({ fills: [presentFill(fill)] }),
      onFundingPayment: (payment) => this.#add({ funding_payments: [presentFundingPayment(payment)] }),
      onLine: (state) => (state === 'CONNECTED' ? this.#opened() : this.#lost()),
    }
  }

  #opened(): void {
    this.#held = undefined
    this.#meanwhile = []
    this.#opening += 1
    void this.#read(this.#opening)
  }

  #lost(): void {
    this.#opening += 1
    this.#held = undefined
    this.#meanwhile = []
    if (this.#line === 'DISCONNECTED') return
    this.#line = 'DISCONNECTED'
    this.#publishWhole()
  }

  async #read(opening: number): Promise<void> {
    const { trading } = this.#account
    const [orders, positions, margin] = await Promise.all([trading.openOrders(), trading.positions(), trading.margin()])
    if (opening !== this.#opening) return
    const wrong = [orders, positions, margin].find((answer) => answer.outcome !== 'DONE')
    if (orders.outcome !== 'DONE' || positions.outcome !== 'DONE' || margin.outcome !== 'DONE')
      return this.#readAgain(opening, wrong as Exclude<VenueAnswer<never>, { outcome: 'DONE' }>)
    this.#held = {
      orders: new Map(orders.value.map((order) => [order.id, order])),
      positions: new Map(positions.value.map((position) => [position.market, position])),
      margin: margin.value,
    }
    for (const apply of this.#meanwhile.splice(0)) apply()
    this.#failure = undefined
    this.#line = 'CONNECTED'
    this.#publishWhole()
    this.#readHoldingsLater(opening)
  }

  #readHoldingsLater(opening: number): void {
    this.#callOffHoldings()
    this.#callOffHoldings = this.#parts.clock.after(limits.holdingsEveryMs, () => void this.#readHoldings(opening))
  }

  /** If a position differs in size, it has changed in the meantime, and an event will report that. */
  async #readHoldings(opening: number): Promise<void> {
    if (opening !== this.#opening) return
    const received = this.#received
    if (this.#held!.positions.size > 0) {
      const { trading } = this.#account
      const [positions, margin] = await Promise.all([trading.positions(), trading.margin()])
      if (opening !== this.#opening) return
      if (received === this.#received && positions.outcome === 'DONE' && margin.outcome === 'DONE') {
        for (const position of positions.value)
          if (position.quantity === this.#held!.positions.get(position.market)?.quantity) this.#positionChanged(position)
        this.#marginChanged(margin.value)
      }
    }
    this.#readHoldingsLater(opening)
  }

  #readAgain(opening: number, answer: Exclude<VenueAnswer<never>, { outcome: 'DONE' }>): void {
    this.#failure = unread(answer).message
    this.#publishWhole()
    const wait = answer.outcome === 'UNKNOWN' ? answer.retryAfterMs : limits.readAgainMs
    this.#callOff = this.#parts.clock.after(wait, () => {
      if (opening === this.#opening) void this.#read(opening)
    })
  }

  #orderChanged(order: PerpetualOrder): void {
    const { orders } = this.#held!
    const known = orders.get(order.id)
    // A read may be newer than an event that was in flight.
    if (known !== undefined && isOlderVersion(order, known)) return
    if (order.state === 'CLOSED') orders.delete(order.id)
    else orders.set(order.id, order)
    this.#orders.set(order.id, order)
    this.#publishSoon()
  }

  #positionChanged(position: PerpetualPosition): void {
    const { positions } = this.#held!
    const known = positions.get(position.market)?.changedAt
    if (known !== undefined && position.changedAt !== undefined && position.changedAt < known) return
    if (position.quantity === 0) positions.delete(position.market)
    else positions.set(position.market, position)
    this.#positions.set(position.market, position)
    this.#publishSoon()
  }

  #marginChanged(margin: MarginSummary): void {
    if (margin.at < (this.#held!.margin?.at ?? margin.at)) return
    this.#held!.margin = margin
    this.#isMarginNew = true
    this.#publishSoon()
  }

  #add({ fills = [], funding_payments = [], margins = [] }: Partial<AccountEvents>): void {
    const before = this.#events
    this.#events = {
      fills: [...before.fills, ...fills],
      funding_payments: [...before.funding_payments, ...funding_payments],
      margins: [...before.margins, ...margins],
    }
    this.#publishSoon()
  }

  #publishSoon(): void {
    if (this.#isWaiting) return
    this.#isWaiting = true
    this.#parts.clock.after(limits.coalesceMs, () => {
      if (this.#isWaiting) this.#publish()
    })
  }

  #publish(): void {
    const change: PerpetualAccountChangeView = {
      ...this.#state(),
      is_whole: false,
      summary: this.#isMarginNew ? this.#summary() : null,
      positions: [...this.#positions.values()].map((position) => this.#position(position)),
      orders: [...this.#orders.values()].map(presentOrder),
      ...this.#events,
    }
    this.#forget()
    for (const push of this.#readers) push(change)
  }

  /** Includes orders that have closed since the last publication, because readers need to learn that. */
  #publishWhole(): void {
    const ended = [...this.#orders.values()].filter(({ state }) => state === 'CLOSED').map(presentOrder)
    const whole = this.#whole()
    const change = { ...whole, orders: [...whole.orders, ...ended], ...this.#events }
    this.#forget()
    for (const push of this.#readers) push(change)
  }

  #forget(): void {
    this.#isWaiting = false
    this.#isMarginNew = false
    this.#orders = new Map()
    this.#positions = new Map()
    this.#events = { fills: [], funding_payments: [], margins: [] }
  }

  #whole(): PerpetualAccountChangeView {
    const { orders, positions } = this.#held ?? {
      orders: new Map<string, PerpetualOrder>(),
      positions: new Map<string, PerpetualPosition>(),
    }
    return {
      ...this.#state(),
      ...nothing,
      is_whole: true,
      summary: this.#summary(),
      positions: [...positions.values()].map((position) => this.#position(position)),
      orders: [...orders.values()].toSorted((one, other) => other.createdAt - one.createdAt).map(presentOrder),
    }
  }

  #state() {
    return { account_name: this.#account.name, line: this.#line, failure: this.#failure ?? null }
  }

  #summary() {
    const margin = this.#held?.margin
    if (margin === undefined) return null
    const [market] = this.#parts.board.known().markets.values()
    const account = { name: this.#account.name, currency: market?.settlementCurrency ?? null }
    return presentSummary(account, margin, this.#held!.positions.values())
  }

  #position(position: PerpetualPosition) {
    return presentPosition(position, this.#parts.board.known().summaries.get(position.market)?.markPrice)
  }
}
