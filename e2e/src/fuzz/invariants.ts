/** The invariants of a product, whatever it was sent: nothing is half done, order books are consistent, and memory is bounded. */
import { readFileSync } from 'node:fs'
import type { Json } from '../protocol/answer.ts'
import type { Bot } from '../protocol/bot.ts'
import type { Product } from '../product.ts'
import { everything } from './everything.ts'

/** The growth allowed to a product after its first round. */
const GROWS_AT_MOST_MB = 400

const millionths = (value: unknown): number => Math.round(Number(value) * 1e6)

/** The parts of a quantity add up to all of it, and a closed order has nothing remaining. */
function checkParts(what: string, whole: unknown, parts: readonly unknown[], isClosed: boolean): void {
  const rest = millionths(whole) - parts.reduce((sum: number, part) => sum + millionths(part), 0)
  if (rest < 0 || (isClosed && rest !== 0)) throw new Error(`${what} does not add up: ${JSON.stringify([whole, parts])}`)
}

export async function checkBooks(bots: readonly Bot[]): Promise<void> {
  for (const bot of bots) {
    for (const order of await everything(bot, '/v2/drfq/orders/')) {
      const { id, quantity, filled_quantity, pending_fill_quantity, canceled_quantity, state } = order as Json & Record<string, unknown>
      checkParts(`order ${String(id)}`, quantity, [filled_quantity, pending_fill_quantity, canceled_quantity], state === 'CLOSED')
    }
    for (const quote of await everything(bot, '/v1/grfq/quotes/')) {
      const { original, filled, remaining, canceled } = quote['quantities'] as unknown as Record<string, string>
      checkParts(`quote ${String(quote['id'])}`, original, [filled, remaining, canceled], true)
    }
  }
  const [reader] = bots
  for (const market of await everything(reader!, '/v1/grfq/rfqs/')) {
    if (market['status'] !== 'ACTIVE') continue
    const { asks, bids } = (await reader!.must(200, 'GET', `/v1/grfq/rfqs/${String(market['id'])}/quotes/`)) as Json & {
      asks: readonly { price: string; remaining_quantity: string }[]
      bids: readonly { price: string; remaining_quantity: string }[]
    }
    if (asks.length > 0 && bids.length > 0 && Number(bids[0]!.price) >= Number(asks[0]!.price))
      throw new Error(`the book of ${String(market['id'])} is crossed: ${bids[0]!.price} ${asks[0]!.price}`)
    const small = [...asks, ...bids].find(({ remaining_quantity }) => Number(remaining_quantity) < Number(market['min_block_size']))
    if (small !== undefined) throw new Error(`${JSON.stringify(small)} rests with less than a block`)
  }
}

export function megabytesOf({ pid }: Product): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

export function checkMemory(product: Product, atFirst: number): void {
  const now = megabytesOf(product)
  if (now > atFirst + GROWS_AT_MOST_MB) throw new Error(`the product has grown from ${Math.round(atFirst)} to ${Math.round(now)} MB`)
}
