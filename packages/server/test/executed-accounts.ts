/** The accounts at a venue that settles in memory: holdings consist only of what it has executed, and there are no fees. */
import { opposite, type Price, type Quantity } from '@parley/core'
import type { AccountCheck, AccountHoldings, Block, RecordedBlock, Settled, VenuePosition } from '@parley/venues'

export type ExecutedBlock = { readonly block: Block; readonly settled: Settled; readonly maker: string; readonly taker: string }

/** A key of this venue has all permissions. */
export const checkOf = (clientId: string): AccountCheck => ({
  accountName: clientId,
  mayRead: true,
  maySettle: true,
  findings: [{ about: 'KEY', verdict: 'GOOD', sentence: 'The venue knows the key.' }],
})

/** With `from` <= at < `to`, oldest first. */
export function blocksOf(executed: readonly ExecutedBlock[], clientId: string, from: number, to: number): readonly RecordedBlock[] {
  return partiesOf(executed, clientId)
    .filter(({ settled }) => settled.at >= from && settled.at < to)
    .map(({ block, settled, maker }): RecordedBlock => ({
      venueTradeId: settled.venueTradeId,
      at: settled.at,
      role: maker === clientId ? 'MAKER' : 'TAKER',
      name: block.nonce,
      legs: block.legs.map(({ instrument, makerSide, price, quantity }) => ({
        instrumentName: instrument.name,
        side: maker === clientId ? makerSide : opposite(makerSide),
        ...{ price, quantity, fee: 0 as Price, feeCurrency: instrument.clearingCurrency },
      })),
    }))
}

/** The price of the last trade is used as the average. */
export function holdingsOf(executed: readonly ExecutedBlock[], clientId: string, at: number): AccountHoldings {
  const held = new Map<string, VenuePosition>()
  for (const { legs } of blocksOf(executed, clientId, 0, Infinity))
    for (const { instrumentName, side, price, quantity } of legs) {
      const before = held.get(instrumentName)?.quantity ?? 0
      const after = (before + (side === 'BUY' ? quantity : -quantity)) as Quantity
      held.set(instrumentName, { instrumentName, quantity: after, averagePrice: price })
    }
  return { at, positions: [...held.values()].filter(({ quantity }) => quantity !== 0), balances: [] }
}

const partiesOf = (executed: readonly ExecutedBlock[], clientId: string): readonly ExecutedBlock[] =>
  executed.filter(({ maker, taker }) => maker === clientId || taker === clientId)
