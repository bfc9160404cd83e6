/**
 * Other customers of the venue, without accounts in the simulation: from time to time one of them trades at the best price, so that candles and the
 * tape keep moving.
 */
import type { Quantity } from '@parley/core'
import type { Random } from '../exchange/random.ts'
import type { OrderService } from './order-service.ts'
import type { Market } from './market.ts'
import { LARGEST, TRADES_PER_SECOND } from './usual-trading.ts'

export function letBystandersTrade(
  { market, orders }: { readonly market: Market; readonly orders: OrderService },
  random: Random,
  elapsedMs: number,
): void {
  for (const contract of market.contracts().filter(({ expiresAt }) => expiresAt === undefined)) {
    if (random.next() > (TRADES_PER_SECOND * elapsedMs) / 1_000) continue
    const side = random.next() < 0.5 ? 'BUY' : 'SELL'
    const price = orders.book(contract.symbol).best(side === 'BUY' ? 'SELL' : 'BUY')
    const size = (contract.increment * Math.ceil(LARGEST * random.next() ** 3)) as Quantity
    if (price !== undefined) orders.print(contract, { side, price, size, kind: 'FILL' })
  }
}
