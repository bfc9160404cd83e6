/** The record of blocks as the venue shows it: what was asked, offered and executed, and what a hand past the protocol has made of it. */
import type { Tamper, Tampering } from '../exchange/tampering.ts'
import type { Accounts, Holder } from './accounts.ts'
import type { BlockService } from './block-service.ts'
import { isPartyOf, viewBlock, type BlockRow, type RowTrade } from './block-rows.ts'
import type { Market } from './market.ts'

export interface BlockRecord {
  /** The blocks that the account may see, as they are shown. */
  shownTo(holder: Holder): readonly object[]
  shown(row: BlockRow): object
  readonly tamper: Tamper
}

type RecordWorld = { readonly blocks: BlockService; readonly accounts: Accounts; readonly market: Market }

export function createRecord({ blocks, accounts, market }: RecordWorld): BlockRecord {
  const removed = new Set<string>()
  const altered = new Map<string, readonly RowTrade[]>()
  const added: BlockRow[] = []
  const asShown = (row: BlockRow): BlockRow => ({ ...row, trades: altered.get(row.id) ?? row.trades })
  /** The offer that was accepted, or what was added; `block` is the id of the request. */
  const executed = (block: string): BlockRow | undefined =>
    [...blocks.rows(), ...added]
      .map(asShown)
      .find((row) => (row.parentId ?? row.id) === block && row.trades.some(({ executedAt }) => executedAt !== undefined))

  const alter = (tampering: Extract<Tampering, { kind: 'ALTER' }>): string | undefined => {
    const row = executed(tampering.block)
    if (row?.trades[tampering.leg] === undefined) return undefined
    altered.set(
      row.id,
      row.trades.map((trade, index) => (index === tampering.leg ? alteredTrade(trade, tampering) : trade)),
    )
    return tampering.block
  }

  const add = (tampering: Extract<Tampering, { kind: 'ADD' }>): string | undefined => {
    const [maker, taker] = [accounts.named(tampering.maker), accounts.named(tampering.taker)]
    if (maker === undefined || taker === undefined || tampering.legs.some(({ instrument }) => market.contract(instrument) === undefined))
      return undefined
    const row = inventedRow(tampering, { maker, taker, id: `blk_added_${added.length + 1}` })
    added.push(row)
    return row.id
  }

  return {
    shown: (row) => viewBlock(asShown(row)),
    shownTo: ({ address }) =>
      [...blocks.rows(), ...added]
        .filter((row) => isPartyOf(row, address) && !removed.has(row.parentId ?? row.id))
        .map((row) => viewBlock(asShown(row))),
    tamper: (tampering) => {
      switch (tampering.kind) {
        case 'ALTER':
          return alter(tampering)
        case 'ADD':
          return add(tampering)
        case 'REMOVE':
          if (executed(tampering.block) === undefined) return undefined
          removed.add(tampering.block)
          return tampering.block
      }
    },
  }
}

function alteredTrade(trade: RowTrade, { price, quantity, fee }: Extract<Tampering, { kind: 'ALTER' }>): RowTrade {
  const changed = { ...trade, ...(price === undefined ? {} : { price }), ...(quantity === undefined ? {} : { size: quantity }) }
  if (fee === undefined || trade.fills === undefined) return changed
  const { maker, taker } = trade.fills
  const charged = (fill: object): object => ({ ...fill, fee: fee.amount })
  return { ...changed, fills: fee.of === 'MAKER' ? { maker: charged(maker), taker } : { maker, taker: charged(taker) } }
}

type Invented = { readonly maker: Holder; readonly taker: Holder; readonly id: string }

function inventedRow({ at, legs }: Extract<Tampering, { kind: 'ADD' }>, { maker, taker, id }: Invented): BlockRow {
  return {
    ...{ id, parentId: undefined, type: 'DIRECT', nonce: id, initiator: taker.address, signers: [maker.address] },
    ...{ createdAt: at, changedAt: at, expiration: at, constraints: new Map(), signatures: new Map(), status: 'COMPLETED', failure: '' },
    trades: legs.map(({ instrument, makerSide, price, quantity, makerFee = '0', takerFee = '0' }, index) => ({
      ...{ id: `${id}_${index}`, market: instrument, price, size: quantity, makerSide, executedAt: at },
      fills: {
        maker: { side: makerSide, fee: makerFee, fee_currency: 'USDC' },
        taker: { side: makerSide === 'BUY' ? 'SELL' : 'BUY', fee: takerFee, fee_currency: 'USDC' },
      },
    })),
  }
}
