/**
 * A complete simulated Paradex: REST and a socket on a real port, perpetuals with order books, funding and margin, blocks by offer and acceptance,
 * and injected faults.
 */
import type { Price, Quantity } from '@parley/core'
import { createRandom } from '../exchange/random.ts'
import { serveVenue } from '../exchange/serve.ts'
import { createBasis, type SimulatedVenue, type VenueBasis, type VenueOptions } from '../exchange/venue-options.ts'
import { viewAccount, viewPayment, viewPosition } from './account-view.ts'
import { createAccounts, type ParadexAccount } from './accounts.ts'
import { BlockService } from './block-service.ts'
import type { BlockRow } from './block-rows.ts'
import { letBystandersTrade } from './bystanders.ts'
import type { Past } from './candles.ts'
import type { Contract } from './chain.ts'
import { OrderService, HOUSE, type OrderListener } from './order-service.ts'
import { ParadexFeed } from './feed.ts'
import { createParadexHttp } from './http.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { FUNDING_BOOKED_MS } from './limits.ts'
import { createMargin } from './margin.ts'
import { createMarket, onGrid, type Market } from './market.ts'
import { fundingOf, openMemory, type Memory } from './memory.ts'
import { viewFill, viewOrder } from './orders.ts'
import { createRecord } from './record.ts'
import { createRouter, type World } from './route.ts'
import { createRoutes, fundingRow, summaryRow, viewTrade } from './routes.ts'

export type ParadexSimulatorOptions = VenueOptions<ParadexAccount> & {
  /** Candles and funding from before the start; none by default. */
  readonly past?: Past
  /** Whether other customers, without accounts in the simulation, trade from time to time. */
  readonly bystanders?: 'TRADE'
}

export interface ParadexSimulator extends SimulatedVenue<ParadexAccount> {
  /** `http://127.0.0.1:<port>/v1` */
  readonly restUrl: string
  /** `ws://127.0.0.1:<port>/v1` */
  readonly streamUrl: string
  readonly market: Market
  readonly ledger: Ledger
  /** Every offer accepted and executed so far, oldest first. */
  blocks(): readonly BlockRow[]
  /** The account's position in contracts, signed. */
  positions(address: string): ReadonlyMap<string, number>
  /** Delists a market: its orders are cancelled, and positions in it settle at the last mark. False if the market is not listed. */
  endMarket(symbol: string): boolean
}

const MINUTE_MS = 60_000

export async function createParadexSimulator(options: ParadexSimulatorOptions = {}): Promise<ParadexSimulator> {
  const { seed = 1 } = options
  const basis = createBasis('Paradex', options)
  const { prices, faults, clock } = basis
  const memory = openMemory(options.dataDir)
  const world = createWorld({ basis, given: options.accounts ?? [], seed, past: options.past, memory })
  remember(world, memory)
  const chance = createRandom(seed, 'bystanders of Paradex')
  const { market, blocks, feed, record, ledger, accounts } = world
  const { store } = memory
  const step = (elapsedMs: number): void => {
    if (options.prices === undefined) prices.step(elapsedMs)
    goOn(world, elapsedMs)
    if (options.bystanders === 'TRADE') letBystandersTrade(world, chance, elapsedMs)
    keepFunding(world, memory, elapsedMs)
    store()
  }
  const close = (): void => {
    blocks.close()
    feed.close()
    keepFunding(world, memory, MINUTE_MS)
    store()
    memory.close()
  }
  goOn(world, 0)
  store()
  const http = createParadexHttp({ router: createRouter(createRoutes(world)), accounts, faults, clock, store })
  const { address, ...served } = await serveVenue({ http, accept: feed.accept, step, close }, options)
  return {
    ...served,
    restUrl: `http://${address}/v1`,
    streamUrl: `ws://${address}/v1`,
    ...{ market, faults, ledger, step },
    addAccount: accounts.add,
    tamper: record.tamper,
    maintain: world.maintenance.order,
    blocks: () => blocks.rows().filter(({ parentId, status }) => parentId !== undefined && status === 'COMPLETED'),
    positions: (of) => {
      const { address: own = '' } = accounts.named(of) ?? {}
      return new Map(ledger.positions(own).map((position) => [position.market, Number(position.quantity)]))
    },
    endMarket: (symbol) => {
      const contract = market.contract(symbol)
      if (contract === undefined) return false
      world.orders.end(contract, accounts.all())
      market.end(symbol)
      store()
      return true
    },
    isQuiet: () => served.isQuiet() && blocks.isQuiet(),
  }
}

type WorldSetting = {
  readonly basis: VenueBasis
  readonly given: readonly ParadexAccount[]
  readonly seed: number
  readonly past: Past | undefined
  readonly memory: Memory
}

function createWorld({ basis, given, seed, past, memory }: WorldSetting): World {
  const { prices, faults, maintenance, now } = basis
  const market = createMarket(prices, now, createRandom(seed, 'funding of Paradex'), past)
  const accounts = createAccounts(given, now, (account) => memory.keep({ kind: 'ACCOUNT', account }))
  const indexOf = (symbol: string): bigint => {
    const contract = market.contract(symbol)
    return contract === undefined || contract.expiresAt !== undefined ? 0n : market.funding(contract.coin).index
  }
  const balanceOf = (address: string): number => accounts.named(address)?.balance ?? 0
  const ledger = createLedger(balanceOf, indexOf, (change) => {
    if (change.address === HOUSE) return
    memory.keep({ kind: 'LEDGER', change })
    const { address, payment, fill } = change
    // A fill books the funding of its position. At the end of an hour, the step of the market publishes what it has booked.
    if (payment !== undefined && fill !== undefined)
      feed.publishTo(address, 'funding_payments', payment.market, viewPayment(address, payment))
  })
  const margin = createMargin(ledger, market, {
    settings: memory.remembered.settings,
    onSet: (setting) => memory.keep({ kind: 'MARGIN', setting }),
    restingOf: (address) => orders.restingOf(address),
  })
  const listener: OrderListener = {
    onOrder: (order) => {
      memory.keep({ kind: 'ORDER', order })
      feed.publishTo(order.account, 'orders', order.terms.market, viewOrder(order, now()))
      // The margin of open orders is a part of the account's figures.
      feed.publish('account', viewAccount(order.account, { ledger, margin, now }), order.account)
    },
    onFill: (fill) => {
      const { account, market: symbol } = fill
      feed.publishTo(account, 'fills', symbol, viewFill(fill))
      feed.publish('positions', viewPosition(account, ledger.position(account, symbol)!, { ledger, margin, now }), account)
      feed.publish('account', viewAccount(account, { ledger, margin, now }), account)
    },
    onTrade: (trade) => {
      for (const name of [trade.market, 'ALL']) feed.publish(`trades.${name}`, viewTrade(trade))
    },
    onBook: (symbol) => feed.publishBook(symbol),
  }
  const orders = new OrderService({ market, ledger, margin, now, listener })
  const feed = new ParadexFeed({
    ...{ faults, now, identify: accounts.identify },
    book: (symbol) => orders.book(symbol),
    isListed: (symbol) => market.contract(symbol) !== undefined,
    onGone: ({ address }) => {
      orders.cancelAll(address, undefined, 'CANCEL_ON_DISCONNECT')
      memory.store()
    },
  })
  const blocks = new BlockService({
    ...{ market, accounts, orders, margin, faults, now, remembered: memory.remembered.blocks },
    onExecuted: (rows, last) => {
      memory.keep({ kind: 'BLOCK', rows, last })
      memory.store()
    },
  })
  const record = createRecord({ blocks, accounts, market })
  return { market, accounts, ledger, margin, orders, blocks, record, feed, maintenance, now }
}

/** Accounts as they were at the end of the previous run, however it ended. */
function remember({ accounts, ledger, market, orders }: World, { remembered }: Memory): void {
  remembered.accounts.forEach(accounts.restore)
  for (const [coin, index] of remembered.funding) market.restore(coin, index)
  remembered.ledger.forEach(ledger.restore)
  orders.restore(
    remembered.orders,
    remembered.ledger.flatMap(({ fill }) => fill?.id ?? []),
  )
}

/** Once a minute, while there are positions with funding, so that it continues from there after a restart. */
function keepFunding({ market, ledger, accounts, now }: World, memory: Memory, elapsedMs: number): void {
  if (Math.floor(now() / MINUTE_MS) === Math.floor((now() - elapsedMs) / MINUTE_MS)) return
  const isHeld = accounts.all().some(({ address }) => ledger.positions(address).some(({ quantity }) => quantity !== 0n))
  if (isHeld) for (const change of fundingOf((coin) => market.funding(coin).index)) memory.keep(change)
}

/** One step of the market: the house requotes, stop orders trigger, funding is booked, and changes are published. */
function goOn(world: World, elapsedMs: number): void {
  const { market, orders, accounts, ledger, margin, feed, now } = world
  const before = now() - elapsedMs
  market.step(elapsedMs)
  for (const contract of market.contracts().filter(({ expiresAt }) => expiresAt === undefined)) {
    orders.quote(contract.symbol, houseLevels(contract, market))
    const channel = `funding_data.${contract.symbol}`
    if (feed.isSubscribed(channel)) feed.publish(channel, fundingRow(contract, { ...market.funding(contract.coin), at: now() }))
  }
  orders.trigger()
  const isDue = Math.floor(now() / FUNDING_BOOKED_MS) > Math.floor(before / FUNDING_BOOKED_MS)
  for (const { address } of accounts.all()) {
    orders.liquidate(address)
    const payments = isDue ? ledger.bookFunding(address, now()) : []
    for (const payment of payments) feed.publishTo(address, 'funding_payments', payment.market, viewPayment(address, payment))
    if (payments.length > 0) feed.publish('account', viewAccount(address, { ledger, margin, now }), address)
  }
  for (const contract of market.contracts()) {
    const channels = ['markets_summary', `markets_summary.${contract.symbol}`]
    if (!feed.isSubscribed(...channels)) continue
    const row = summaryRow(contract, world)
    for (const channel of channels) feed.publish(channel, row)
  }
}

const HOUSE_LEVELS = 10
/** As a fraction of the mark, from one level to the next. */
const HOUSE_STEP = 0.0001

function houseLevels(contract: Contract, market: Market) {
  const mark = market.mark(contract)
  return Array.from({ length: HOUSE_LEVELS }, (_, index) => index + 1).flatMap((distance) => {
    const size = (contract.increment * 20_000 * distance) as Quantity
    const away = mark * HOUSE_STEP * distance
    const side = (of: 'BUY' | 'SELL', price: number): { side: 'BUY' | 'SELL'; price: Price; size: Quantity } => ({
      ...{ side: of, price: onGrid(price, contract), size },
    })
    return [side('BUY', mark - away), side('SELL', mark + away)]
  })
}
