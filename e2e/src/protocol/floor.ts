/** The started product with a bot for each desk, and the first steps of every test: sending and quoting an RFQ. */
import { startedDataDir } from '../first-start.ts'
import { endingOnFailure, removeDataDir, startProduct, STILL, type Product } from '../product.ts'
import type { Json } from './answer.ts'
import { createBot, type Bot } from './bot.ts'
import { untilAllowed } from './until-allowed.ts'
import { openSignedSocket, type WireSocket } from './wire-socket.ts'

export type Option = { readonly id: number; readonly name: string; readonly tick: string; readonly near: number }
export type Ticker = 'AMBR' | 'LIND' | 'NRTH' | 'SABL' | 'ORRY' | 'KEST' | 'HLYD' | 'MRDN' | 'TIDE' | 'LARK'

export type Floor = {
  readonly product: Product
  /** Only the test trades for these two. */
  readonly taker: Bot
  readonly maker: Bot
  readonly bot: (ticker: Ticker) => Bot
  /** A call near the money, some weeks from expiry. */
  readonly option: Option
  /** A price on the grid, a number of ticks from the mark at the time. */
  priceAt(ticks: number): string
  /** A tenth of a tick above that price. */
  readonly offGrid: string
  /** Returns the RFQ; sends it to Linden only unless `more` names others. */
  ask(more?: object): Promise<Rfq>
  quote(rfqId: string, side: 'BUY' | 'SELL', price: string, more?: object): Promise<Order>
  socketOf(bot: Bot, query?: string): Promise<WireSocket>
  close(): Promise<void>
}
export type Rfq = { readonly id: string } & Json
export type Order = { readonly id: string; readonly state: string } & Json

/** A given folder is not removed. */
export type FloorOptions = { readonly flags?: readonly string[]; readonly dataDir?: string }

/** Only the test's desks act, unless other flags are given. */
export async function openDirectFloor({ flags = STILL, dataDir: given }: FloorOptions = {}): Promise<Floor> {
  const dataDir = given ?? startedDataDir()
  const product = await startProduct({ dataDir, flags })
  const end = async () => {
    await product.stop()
    if (given === undefined) removeDataDir(dataDir)
  }
  const bot = (ticker: Ticker): Bot =>
    createBot(
      product.baseUrl,
      product.demo.desks.find((desk) => desk.ticker === ticker)!,
    )
  const [taker, maker] = [bot('AMBR'), bot('LIND')]
  const option = await endingOnFailure(end, () => pickCall(taker))
  const sockets: WireSocket[] = []
  return {
    product,
    taker,
    maker,
    bot,
    option,
    priceAt: (ticks) => onGrid(option, ticks),
    offGrid: `${withZeros(option, 1)}1`,
    ask: async (more = {}) => {
      const legs = [{ instrument_id: option.id, ratio: '1', side: 'BUY' }]
      const asked = { venue: 'DBT', quantity: '25', legs, counterparties: ['LIND'], ...more }
      return (await untilAllowed(taker, 'POST', '/v2/drfq/rfqs/', asked)) as Rfq
    },
    quote: async (rfq_id, side, price, more = {}) => {
      // Tests trade faster than desks do, so triggered protection is reset (rulebook 11.1).
      await maker.must(200, 'PATCH', '/v2/drfq/mmp/status/', { rate_limit_hit: false })
      const legs = [{ instrument_id: option.id, price }]
      const body = { rfq_id, side, quantity: '25', type: 'LIMIT', time_in_force: 'GOOD_TILL_CANCELED', account_name: 'prop-1', legs }
      return (await maker.must(201, 'POST', '/v2/drfq/orders/', { ...body, ...more })) as Order
    },
    socketOf: async ({ keys }, query = 'cancel_on_disconnect=false') => {
      const socket = await openSignedSocket(product.baseUrl, keys, '/v2/drfq/', query)
      sockets.push(socket)
      return socket
    },
    close: async () => {
      await Promise.all(sockets.map((socket) => socket.close()))
      await end()
    },
  }
}

type Listed = {
  readonly id: number
  readonly name: string
  readonly option_kind: string
  readonly strike: string
  readonly expires_at: number
  readonly min_tick_size: string
  readonly greeks: { readonly mark_price: string; readonly underlying_price: string } | null
}

async function pickCall(bot: Bot): Promise<Option> {
  const query = 'venue=DBT&base_currency=BTC&kind=OPTION&state=ACTIVE&include_greeks=True&page_size=1000'
  const { results } = (await bot.must(200, 'GET', `/v2/drfq/instruments/?${query}`)) as unknown as { results: readonly Listed[] }
  const calls = results.filter((one) => one.option_kind === 'CALL' && one.greeks !== null)
  const expiries = [...new Set(calls.map((one) => one.expires_at))].sort((a, b) => a - b)
  const expiry = expiries[Math.floor(expiries.length / 2)]
  const distance = (one: Listed) => Math.abs(Number(one.strike) - Number(one.greeks!.underlying_price))
  const [found] = calls.filter((one) => one.expires_at === expiry).sort((a, b) => distance(a) - distance(b))
  if (found === undefined) throw new Error('the venue lists no call')
  return { id: found.id, name: found.name, tick: found.min_tick_size, near: Number(found.greeks!.mark_price) }
}

type Grid = Pick<Option, 'tick' | 'near'>
/** As the wire returns it: without trailing zeros. */
export const onGrid = (grid: Grid, ticks: number): string => withZeros(grid, ticks).replace(/\.?0+$/, '')

/** In whole ticks, so that no binary fraction reaches the wire. */
function withZeros({ tick, near }: Grid, ticks: number): string {
  const decimals = tick.split('.')[1]!.length
  const unit = Math.round(Number(tick) * 10 ** decimals)
  const at = (Math.round(near / Number(tick)) + ticks) * unit
  return (at / 10 ** decimals).toFixed(decimals)
}
