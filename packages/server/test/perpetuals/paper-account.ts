/**
 * An account at a perpetuals venue that exists only in a test. Each call takes a random time there and back, and some responses are lost. Its ids are
 * numbered within the account, so two accounts have orders with the same ids.
 */
import { hasTrigger, priceToNumber, quantityToNumber, type Price, type Quantity } from '@parley/core'
import type {
  AccountListener,
  FundingPayment,
  MarginSetting,
  MarginSummary,
  OrderRequest,
  PerpetualFill,
  PerpetualOrder,
  PerpetualPosition,
  PerpetualsAccount,
  VenueAnswer,
} from '@parley/venues'
import type { Clock } from '../../src/market-data/clock.ts'
import type { Chance } from '../trading-day/chance.ts'

export type PaperParts = {
  readonly clock: Clock
  readonly chance: Chance
  readonly markOf: (market: string) => Price
}

const EVENT_MS = 20
const LOST_MS = 1_500
const done = <Value>(value: Value): VenueAnswer<Value> => ({ outcome: 'DONE', value })
const lost = { outcome: 'UNKNOWN', message: 'no response in time', retryAfterMs: 1_000 } as const
const rejected = (code: string) => ({ outcome: 'REJECTED', code, message: code }) as const

export class PaperAccount {
  readonly #parts: PaperParts
  readonly #orders = new Map<string, PerpetualOrder>()
  readonly #positions = new Map<string, PerpetualPosition>()
  readonly #settings = new Map<string, MarginSetting>()
  readonly #fills: PerpetualFill[] = []
  readonly #payments: FundingPayment[] = []
  readonly #listeners = new Set<AccountListener>()
  #isLineUp = true

  constructor(parts: PaperParts) {
    this.#parts = parts
  }

  readonly trading: PerpetualsAccount = {
    place: (request) => this.#answer(() => this.#place(request)),
    amend: ({ id }, terms) => this.#answer(() => this.#amend(id, terms)),
    cancel: (id) => this.#answer(() => this.#cancel(id)),
    cancelAll: (market) =>
      this.#answer(() => {
        for (const order of this.#open()) if (market === undefined || order.market === market) this.#close(order, 'USER_CANCELED')
        return done('ASKED')
      }),
    findOrder: (clientId) => this.#answer(() => done([...this.#orders.values()].find((order) => order.clientId === clientId))),
    openOrders: () => this.#answer(() => done(this.#open())),
    orderHistory: (from, to) => this.#answer(() => done([...this.#orders.values()].filter(within(from, to, ({ createdAt }) => createdAt)))),
    positions: () => this.#answer(() => done([...this.#positions.values()].map((position) => this.#valued(position)))),
    balances: () => this.#answer(() => done([])),
    margin: () => this.#answer(() => done(this.#margin())),
    fills: (from, to) => this.#answer(() => done(this.#fills.filter(within(from, to, ({ at }) => at)))),
    fundingPayments: (from, to) => this.#answer(() => done(this.#payments.filter(within(from, to, ({ at }) => at)))),
    transfers: () => this.#answer(() => done([])),
    results: (from, to) =>
      this.#answer(() => {
        const [fills, payments] = [this.#fills, this.#payments] as const
        return done({
          ...{ fills: fills.filter(within(from, to, ({ at }) => at)), payments: payments.filter(within(from, to, ({ at }) => at)) },
          ...{ since: from, earlier: undefined },
        })
      }),
    marginSetting: (market) => this.#answer(() => done(this.#setting(market))),
    setMargin: (setting) =>
      this.#answer(() => {
        this.#settings.set(setting.market, setting)
        return done(setting)
      }),
    token: () => this.#answer(() => done({ token: 'token', endsAt: this.#parts.clock.now() + 60_000 })),
    watch: (listener) => {
      this.#listeners.add(listener)
      if (this.#isLineUp) this.#later(EVENT_MS, () => this.#listeners.has(listener) && listener.onLine('CONNECTED'))
      return () => void this.#listeners.delete(listener)
    },
  }

  get filled(): number {
    return this.#fills.length
  }

  /** A part of an open order fills. */
  fill(place: number, share: number): void {
    const open = this.#open().filter(({ state }) => state === 'OPEN')
    const order = open[place % Math.max(1, open.length)]
    if (order === undefined) return
    const increment = 1_000
    const part = Math.max(increment, Math.floor((order.remaining * share) / increment) * increment)
    this.#fill(order, Math.min(order.remaining, part) as Quantity, order.price ?? this.#parts.markOf(order.market))
  }

  pay(market: string): void {
    const payment = { id: `p${this.#payments.length + 1}`, market, amount: -1.25, at: this.#parts.clock.now() }
    this.#payments.push(payment)
    this.#publish((listener) => listener.onFundingPayment(payment))
  }

  breakLine(ms: number): void {
    if (!this.#isLineUp) return
    this.#isLineUp = false
    for (const listener of this.#listeners) listener.onLine('CONNECTING')
    this.#later(ms, () => {
      this.#isLineUp = true
      for (const listener of this.#listeners) listener.onLine('CONNECTED')
    })
  }

  /** Some requests are lost on their way there, and some responses on their way back. */
  async #answer<Value>(work: () => VenueAnswer<Value>): Promise<VenueAnswer<Value>> {
    const { chance, clock } = this.#parts
    const [there, back, outcome] = [5 + chance.below(3) * chance.below(300), 5 + chance.below(3) * chance.below(300), chance.below(40)]
    const wait = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve))
    await wait(there)
    if (outcome === 0) await wait(LOST_MS)
    if (outcome === 0) return lost
    const answer = outcome === 1 ? rejected('SERVER_BUSY') : work()
    await wait(outcome === 2 ? LOST_MS : back)
    return outcome === 2 ? lost : answer
  }

  #place(request: OrderRequest): VenueAnswer<PerpetualOrder> {
    const { clock, markOf } = this.#parts
    if ([...this.#orders.values()].some(({ clientId }) => clientId === request.clientId)) return rejected('DUPLICATED_CLIENT_ID')
    const { clientId, market, side, kind, quantity, instruction, effect } = request
    const order: PerpetualOrder = {
      ...{ id: `0x${this.#orders.size + 1}`, clientId, market, side, kind, quantity, instruction, effect },
      ...{ price: request.price, triggerPrice: request.triggerPrice, averagePrice: undefined, remaining: quantity, reason: undefined },
      ...{ state: hasTrigger(kind) ? 'UNTRIGGERED' : 'OPEN', createdAt: clock.now(), changedAt: clock.now() },
    }
    this.#changed(order)
    if (kind === 'MARKET') this.#fill(order, quantity, markOf(market))
    else if (instruction === 'IMMEDIATE_OR_CANCEL' && order.state === 'OPEN') this.#close(order, 'NO_LIQUIDITY')
    return done(this.#orders.get(order.id)!)
  }

  #amend(id: string, { quantity, price, triggerPrice }: Parameters<PerpetualsAccount['amend']>[1]): VenueAnswer<PerpetualOrder> {
    const order = this.#orders.get(id)
    if (order === undefined) return rejected('ORDER_ID_NOT_FOUND')
    const remaining = (quantity - (order.quantity - order.remaining)) as Quantity
    if (order.state === 'CLOSED' || remaining <= 0) return rejected('ORDER_IS_CLOSED')
    const amended = { ...order, quantity, remaining, price, triggerPrice, changedAt: this.#parts.clock.now() }
    this.#changed(amended)
    return done(amended)
  }

  #cancel(id: string): VenueAnswer<'ASKED'> {
    const order = this.#orders.get(id)
    if (order === undefined) return rejected('ORDER_ID_NOT_FOUND')
    if (order.state === 'CLOSED') return rejected('ORDER_IS_CLOSED')
    this.#close(order, 'USER_CANCELED')
    return done('ASKED')
  }

  #fill(order: PerpetualOrder, quantity: Quantity, at: Price): void {
    const { clock } = this.#parts
    const { id, clientId, market, side, kind } = order
    const remaining = (order.remaining - quantity) as Quantity
    const fill: PerpetualFill = {
      ...{ id: `f${this.#fills.length + 1}`, orderId: id, clientId, market, side, price: at, quantity, at: clock.now(), kind: 'TRADE' },
      ...{ role: kind === 'MARKET' ? 'TAKER' : 'MAKER', fee: 0.25, feeCurrency: 'USDC', realizedProfit: undefined },
    }
    this.#fills.push(fill)
    this.#publish((listener) => listener.onFill(fill))
    this.#changed({ ...order, remaining, averagePrice: at, state: remaining === 0 ? 'CLOSED' : 'OPEN', changedAt: clock.now() })
    const held = (this.#positions.get(market)?.quantity ?? 0) + (side === 'BUY' ? quantity : -quantity)
    const position: PerpetualPosition = {
      ...{ market, quantity: held as Quantity, averagePrice: at, unrealizedProfit: 0, unrealizedFunding: 0, changedAt: clock.now() },
      ...{ leverage: this.#setting(market).leverage, liquidationPrice: undefined },
    }
    if (held === 0) this.#positions.delete(market)
    else this.#positions.set(market, position)
    this.#publish((listener) => listener.onPosition(this.#valued(position)))
    this.#publish((listener) => listener.onMargin(this.#margin()))
  }

  #close(order: PerpetualOrder, reason: string): void {
    this.#changed({ ...order, state: 'CLOSED', reason, changedAt: this.#parts.clock.now() })
  }

  #changed(order: PerpetualOrder): void {
    this.#orders.set(order.id, order)
    this.#publish((listener) => listener.onOrder(order))
  }

  #open = (): readonly PerpetualOrder[] => [...this.#orders.values()].filter(({ state }) => state !== 'CLOSED')

  #setting = (market: string): MarginSetting => this.#settings.get(market) ?? { market, mode: 'CROSS', leverage: 10 }

  #valued(position: PerpetualPosition): PerpetualPosition {
    const mark = priceToNumber(this.#parts.markOf(position.market))
    return { ...position, unrealizedProfit: quantityToNumber(position.quantity) * (mark - priceToNumber(position.averagePrice)) }
  }

  #margin(): MarginSummary {
    const profit = [...this.#positions.values()].reduce((sum, position) => sum + this.#valued(position).unrealizedProfit, 0)
    const figures = { accountValue: 100_000 + profit, freeCollateral: 90_000 + profit, initialMargin: 10_000, maintenanceMargin: 5_000 }
    return { ...figures, state: 'OK', at: this.#parts.clock.now() }
  }

  #later(ms: number, wake: () => void): void {
    this.#parts.clock.after(ms, wake)
  }

  #publish(event: (listener: AccountListener) => void): void {
    if (!this.#isLineUp) return
    this.#later(EVENT_MS, () => {
      if (this.#isLineUp) for (const listener of this.#listeners) event(listener)
    })
  }
}

const within =
  <Row>(from: number, to: number, timeOf: (row: Row) => number) =>
  (row: Row): boolean =>
    timeOf(row) >= from && timeOf(row) <= to
