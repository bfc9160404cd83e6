/** The record of blocks as Paradex shows it: requests, offers and executions. */
import { createTamperedRecord, type Addition, type Alteration } from '../exchange/tampered-record.ts'
import type { Tamper } from '../exchange/tampering.ts'
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
  const record = createTamperedRecord<BlockRow>({
    entries: () => blocks.rows(),
    // An offer belongs to the block of its request.
    blockOf: (row) => row.parentId ?? row.id,
    isExecuted: (row) => row.trades.some(({ executedAt }) => executedAt !== undefined),
    alter: (row, alteration) => {
      if (row.trades[alteration.leg] === undefined) return undefined
      return { ...row, trades: row.trades.map((trade, index) => (index === alteration.leg ? alteredTrade(trade, alteration) : trade)) }
    },
    invent: (addition, number) => {
      const [maker, taker] = [accounts.named(addition.maker), accounts.named(addition.taker)]
      const isListed = addition.legs.every(({ instrument }) => market.contract(instrument) !== undefined)
      if (maker === undefined || taker === undefined || !isListed) return undefined
      const id = `blk_added_${number}`
      return { id, entries: [inventedRow(addition, { maker, taker, id })] }
    },
  })
  return {
    shown: (row) => viewBlock(record.asShown(row)),
    shownTo: ({ address }) =>
      record
        .shown()
        .filter((row) => isPartyOf(row, address))
        .map(viewBlock),
    tamper: record.tamper,
  }
}

function alteredTrade(trade: RowTrade, { price, quantity, fee }: Alteration): RowTrade {
  const changed = { ...trade, ...(price === undefined ? {} : { price }), ...(quantity === undefined ? {} : { size: quantity }) }
  if (fee === undefined || trade.fills === undefined) return changed
  const { maker, taker } = trade.fills
  const charged = (fill: object): object => ({ ...fill, fee: fee.amount })
  return { ...changed, fills: fee.of === 'MAKER' ? { maker: charged(maker), taker } : { maker, taker: charged(taker) } }
}

type Invented = { readonly maker: Holder; readonly taker: Holder; readonly id: string }

function inventedRow({ at, legs }: Addition, { maker, taker, id }: Invented): BlockRow {
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
