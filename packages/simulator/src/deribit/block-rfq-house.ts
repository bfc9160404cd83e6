/** The venue's own makers: they answer most RFQs within seconds, around the mark, and sometimes change their quotes. Driven by the seed. */
import type { Random } from '../exchange/random.ts'
import type { Listing } from './block-checks.ts'
import { turned, type BlockRfq, type Direction } from './block-rfq.ts'
import type { BlockRfqService, Maker } from './block-rfq-service.ts'
import { VenueError } from './protocol.ts'

export const HOUSE_ALIASES = ['ALDER', 'BIRCH', 'CEDAR', 'ELM', 'HAZEL', 'LINDEN'] as const

const ANSWERS = 0.75
const WHOLE = 0.7
const ALL_OR_NONE = 0.15
const FIRST_ANSWER_MS = 1_000
const ANSWER_SPREAD_MS = 5_000
const REQUOTE_MS = 8_000
const REQUOTE_SPREAD_MS = 20_000
/** Half of a maker's spread, as a fraction of each leg's price. */
const LEAST_WIDTH = 0.01
const WIDTH_SPREAD = 0.02

type Due = { readonly maker: Maker; readonly at: number }

export function createHouse(
  rfqs: BlockRfqService,
  listing: Listing,
  { random, now }: { readonly random: Random; readonly now: () => number },
) {
  const due = new Map<number, Due[]>()
  const makers = HOUSE_ALIASES.map((alias): Maker => ({ clientId: `house-${alias.toLowerCase()}`, alias }))

  const interested = (rfq: BlockRfq): Due[] =>
    makers
      .filter(({ alias }) => rfq.makers.length === 0 || rfq.makers.includes(alias))
      .filter(() => random.next() < ANSWERS)
      .map((maker) => ({ maker, at: rfq.createdAt + FIRST_ANSWER_MS + random.next() * ANSWER_SPREAD_MS }))

  const quoteBothSides = (maker: Maker, rfq: BlockRfq): void => {
    rfqs.cancelQuotes(maker, rfq.id)
    const half = Number((rfq.amount / 2).toFixed(6))
    const isWhole = random.next() < WHOLE || half < rfq.minTradeAmount || !isOnLots(rfq, half, listing)
    const amount = isWhole ? rfq.amount : half
    const execution_instruction = isWhole && random.next() < ALL_OR_NONE ? 'all_or_none' : 'any_part_of'
    const width = LEAST_WIDTH + random.next() * WIDTH_SPREAD
    for (const direction of ['buy', 'sell'] as const) {
      const legs = rfq.legs.map((leg) => ({ ...leg, price: legPrice(leg, direction, width, listing) }))
      if (legs.some(({ price }) => price === undefined)) continue
      const hedge = rfq.hedge === undefined ? {} : { hedge: rfq.hedge }
      try {
        rfqs.quote(maker, { block_rfq_id: rfq.id, direction, amount, legs, execution_instruction, ...hedge })
      } catch (error) {
        // A mark that has just moved puts a price outside its band, so this maker waits for its next turn.
        if (!(error instanceof VenueError)) throw error
      }
    }
  }

  return {
    /** Sends all quotes that are due. */
    act: (): void => {
      const at = now()
      const open = rfqs.all().filter(({ state }) => state === 'open')
      for (const rfq of open) {
        const waiting = due.get(rfq.id) ?? interested(rfq)
        const reached = waiting.filter((one) => one.at <= at)
        for (const { maker } of reached) quoteBothSides(maker, rfq)
        const later = reached.map(({ maker }) => ({ maker, at: at + REQUOTE_MS + random.next() * REQUOTE_SPREAD_MS }))
        due.set(rfq.id, [...waiting.filter((one) => one.at > at), ...later])
      }
      const live = new Set(open.map(({ id }) => id))
      for (const id of due.keys()) if (!live.has(id)) due.delete(id)
    },
  }
}

/** A maker that buys the structure pays less for the legs it buys and asks more for the legs it sells. */
function legPrice(leg: BlockRfq['legs'][number], maker: Direction, width: number, listing: Listing): number | undefined {
  const row = listing.instrument(leg.instrument_name)
  if (row === undefined) return undefined
  const { mark_price, min_price, max_price } = listing.ticker(row)
  const own = maker === 'buy' ? leg.direction : turned(leg.direction)
  const tick = row.block_trade_tick_size
  const part = row.kind === 'option' ? width : width / 100
  const wanted = own === 'buy' ? mark_price * (1 - part) : mark_price * (1 + part)
  const ticks = own === 'buy' ? Math.floor(wanted / tick + 1e-9) : Math.ceil(wanted / tick - 1e-9)
  const price = Number((ticks * tick).toFixed(8))
  return price < min_price || price > max_price || price < 0 ? undefined : price
}

const isOnLots = (rfq: BlockRfq, amount: number, listing: Listing): boolean =>
  rfq.legs.every(({ instrument_name, ratio }) => {
    const lot = listing.instrument(instrument_name)?.min_trade_amount ?? 1
    return Math.abs((amount * ratio) / lot - Math.round((amount * ratio) / lot)) < 1e-6
  })
