/**
 * Matches blocks: a request for offers, offers signed by the permitted accounts, and one offer accepted by the initiator. Every signature is valid
 * once.
 */
import { formatPrice, formatQuantity } from '@parley/core'
import { blockOfferHash, blockTradeHash } from '@parley/venues'
import type { Faults } from '../exchange/faults.ts'
import type { Accounts, Holder } from './accounts.ts'
import { fillsOf, isPartyOf, type BlockRow, type RowTrade } from './block-rows.ts'
import {
  messageOf,
  readConstraints,
  readExpiration,
  readOffered,
  readSignature,
  tradesOf,
  type GivenSignature,
  type OfferedTrade,
} from './block-terms.ts'
import type { OrderService } from './order-service.ts'
import * as limits from './limits.ts'
import type { Margin } from './margin.ts'
import type { Market } from './market.ts'
import type { Remembered } from './memory.ts'
import { textParam, VenueRefusal, type Params } from './refusal.ts'

export type BlockWorld = {
  readonly market: Market
  readonly accounts: Accounts
  readonly orders: OrderService
  readonly margin: Margin
  readonly faults: Faults
  readonly now: () => number
  /** The blocks that an earlier process executed, and the callback for those of this one. */
  readonly remembered: Remembered['blocks']
  readonly onExecuted: (rows: readonly BlockRow[], last: number) => void
}

/** The name under which faults of the execution itself are ordered. */
export const LEG = 'block-leg'

export class BlockService {
  readonly #world: BlockWorld
  readonly #rows = new Map<string, BlockRow>()
  readonly #offered = new Map<string, readonly OfferedTrade[]>()
  readonly #seen = new Set<string>()
  readonly #late = new Set<NodeJS.Timeout>()
  #last: number

  constructor(world: BlockWorld) {
    this.#world = world
    this.#last = world.remembered.last
    for (const row of world.remembered.rows) this.#rows.set(row.id, row)
  }

  rows(): readonly BlockRow[] {
    return [...this.#rows.values()]
  }

  isQuiet(): boolean {
    return this.#late.size === 0
  }

  close(): void {
    this.#late.forEach(clearTimeout)
  }

  request(holder: Holder, body: Params): BlockRow {
    const { accounts, market, now } = this.#world
    admit(holder)
    const constraints = new Map(tradesOf(body).map(([symbol, trade]) => [symbol, readConstraints(symbol, trade, market)]))
    const signers = Array.isArray(body['required_signers']) ? body['required_signers'].map((one) => accounts.named(String(one))) : []
    const known = signers.filter((signer) => signer !== undefined)
    if (known.length === 0 || known.length !== signers.length)
      throw new VenueRefusal('BLOCK_TRADE_MISSING_SIGNERS', 'required_signers must be accounts of the venue')
    if (known.some(({ address }) => address === holder.address))
      throw new VenueRefusal('BLOCK_TRADE_ACCOUNT_MISMATCH', 'the initiator cannot offer to itself')
    return this.#keep({
      ...{ id: this.#nextId('blk'), parentId: undefined, type: 'OFFER_BASED', nonce: textParam(body, 'nonce'), initiator: holder.address },
      ...{ signers: known.map(({ address }) => address), expiration: readExpiration(body, now()), constraints, signatures: new Map() },
      ...{ createdAt: now(), changedAt: now(), status: 'OFFER_COLLECTION', failure: '', trades: [] },
    })
  }

  offer(holder: Holder, requestId: string, body: Params): BlockRow {
    const { accounts, market, now } = this.#world
    admit(holder)
    const request = this.#open(requestId, holder)
    const offering = accounts.named(textParam(body, 'offering_account'))
    if (offering?.address !== holder.address || !request.signers.includes(holder.address))
      throw new VenueRefusal('OFFER_UNAUTHORIZED', 'this account cannot make an offer on this block', 403)
    const trades = tradesOf(body).map(([symbol, trade]) => readOffered(symbol, trade, holder.address, market))
    if (trades.length !== request.constraints.size || !trades.every((trade) => isWithin(trade, request)))
      throw new VenueRefusal('VALIDATION_ERROR', 'the offer is outside of the constraints of the block')
    const signature = readSignature(body['signature'], now())
    const nonce = textParam(body, 'nonce')
    const message = messageOf(trades, signature, { maker: holder.address })
    this.#checkSignature(holder, signature, nonce, (signer) => blockOfferHash({ ...message, blockId: request.id }, signer))
    const row = this.#keep({
      ...{ id: this.#nextId('off'), parentId: request.id, type: 'OFFER_BASED', nonce, initiator: request.initiator },
      ...{
        signers: [holder.address],
        expiration: request.expiration,
        constraints: new Map(),
        signatures: new Map([[holder.address, signature]]),
      },
      ...{ createdAt: now(), changedAt: now(), status: 'CREATED', failure: '', trades: trades.map((trade) => this.#rowTrade(trade)) },
    })
    this.#offered.set(row.id, trades)
    return row
  }

  execute(holder: Holder, requestId: string, body: Params): BlockRow {
    const { now } = this.#world
    admit(holder)
    const request = this.#open(requestId, holder)
    if (request.initiator !== holder.address)
      throw new VenueRefusal('BLOCK_TRADE_UNAUTHORIZED', 'only the initiator can execute the block', 403)
    const selected = Array.isArray(body['selected_offers']) ? body['selected_offers'].map(String) : []
    const [offerId] = selected
    if (offerId === undefined || selected.length !== 1) throw new VenueRefusal('VALIDATION_ERROR', 'select one offer')
    const offer = this.#rows.get(offerId)
    if (offer === undefined) throw new VenueRefusal('OFFER_NOT_FOUND', 'offer not found', 404)
    if (offer.parentId !== request.id) throw new VenueRefusal('OFFER_PARENT_MISMATCH', 'the offer is for another block')
    if (offer.status !== 'CREATED') throw new VenueRefusal('OFFER_INVALID_STATUS', `the offer is ${offer.status}`)
    const given = body['signatures'] as Params | undefined
    const signature = readSignature(given?.[offerId], now())
    const message = messageOf(this.#offered.get(offerId)!, signature, { maker: offer.signers[0]!, taker: holder.address })
    this.#checkSignature(holder, signature, textParam(body, 'execution_nonce'), (signer) => blockTradeHash(message, signer))
    this.#become([request, offer], 'EXECUTING')
    this.#later(() => this.#carryOut(request, offer))
    return request
  }

  cancel(holder: Holder, id: string): BlockRow {
    const row = this.#open(id, holder)
    const owner = row.parentId === undefined ? row.initiator : row.signers[0]
    if (owner !== holder.address) throw new VenueRefusal('BLOCK_TRADE_UNAUTHORIZED', 'only its owner can cancel it', 403)
    const offers = this.rows().filter(({ parentId, status }) => parentId === row.id && status === 'CREATED')
    this.#become([row, ...offers], 'CANCELLED')
    return row
  }

  /** The blocks that the account has requested, can make an offer on, or has made an offer on. */
  seenBy({ address }: Holder): readonly BlockRow[] {
    return this.rows().filter((row) => isPartyOf(row, address))
  }

  #open(id: string, holder: Holder): BlockRow {
    const row = this.#rows.get(id)
    if (row === undefined || !isPartyOf(row, holder.address)) throw new VenueRefusal('BLOCK_TRADE_NOT_FOUND', 'block trade not found', 404)
    if (row.status !== 'OFFER_COLLECTION' && row.status !== 'CREATED')
      throw new VenueRefusal('BLOCK_TRADE_INVALID_STATUS', `the block is ${row.status}`)
    if (row.expiration <= this.#world.now()) throw new VenueRefusal('BLOCK_TRADE_EXPIRED', 'the block has expired')
    return row
  }

  #checkSignature(
    holder: Holder,
    given: GivenSignature,
    nonce: string,
    hashOf: (signer: Parameters<typeof blockTradeHash>[1]) => bigint,
  ): void {
    const { accounts } = this.#world
    if (accounts.named(given.signer)?.address !== holder.address)
      throw new VenueRefusal('BLOCK_TRADE_ACCOUNT_MISMATCH', 'the signature belongs to another account')
    if (given.nonce !== nonce) throw new VenueRefusal('BLOCK_TRADE_INVALID_SIGNATURE', 'the signature has another nonce')
    let hash = 0n
    const isSigned = accounts.isSigned(holder.address, given.data, (signer) => (hash = hashOf(signer)))
    if (!isSigned) throw new VenueRefusal('BLOCK_TRADE_INVALID_SIGNATURE', 'signature verification failed')
    const name = `${holder.address} ${hash}`
    if (this.#seen.has(name)) throw new VenueRefusal('BLOCK_TRADE_REPLAYED_SIGNATURE', 'the signature was used before')
    this.#seen.add(name)
  }

  #carryOut(request: BlockRow, offer: BlockRow): void {
    const { orders, faults, now } = this.#world
    const trades = this.#offered.get(offer.id)!
    const fault = faults.draw(LEG)
    const failure = fault?.kind === 'REJECT' ? fault.message : this.#lackOf(offer, trades)
    if (failure !== undefined) {
      for (const row of [request, offer]) row.failure = failure
      return this.#become([request, offer], 'FAILED')
    }
    const [maker] = offer.signers
    offer.trades = offer.trades.map((shown, index) => {
      const { contract, price, size, makerSide } = trades[index]!
      const taker = { address: offer.initiator, side: makerSide === 'BUY' ? 'SELL' : 'BUY' } as const
      const fills = orders.report({ contract, price, size, taker, maker: maker!, kind: 'BLOCK_TRADE' })
      return { ...shown, executedAt: now(), fills: fillsOf(fills)! }
    })
    this.#become([request, offer], 'COMPLETED')
    this.#world.onExecuted([request, offer], this.#last)
  }

  /** Names a role and not an account. */
  #lackOf(offer: BlockRow, trades: readonly OfferedTrade[]): string | undefined {
    const { margin } = this.#world
    for (const [role, address] of [
      ['maker', offer.signers[0]!],
      ['taker', offer.initiator],
    ] as const) {
      const { value, initial } = margin.figures(address)
      const needed = trades.reduce((sum, { contract, size }) => sum + (size / 1e6) * margin.initialOf(address, contract), 0)
      if (value - initial < needed) return `not enough margin of the ${role}`
    }
    return undefined
  }

  #rowTrade({ contract, price, size, makerSide }: OfferedTrade): RowTrade {
    return { id: this.#nextId('trd'), market: contract.symbol, price: formatPrice(price), size: formatQuantity(size), makerSide }
  }

  #keep(row: BlockRow): BlockRow {
    this.#rows.set(row.id, row)
    return row
  }

  #become(rows: readonly BlockRow[], status: BlockRow['status']): void {
    for (const row of rows) Object.assign(row, { status, changedAt: this.#world.now() })
  }

  #later(work: () => void): void {
    const timer = setTimeout(() => {
      this.#late.delete(timer)
      work()
    }, limits.EXECUTION_MS)
    this.#late.add(timer)
  }

  #nextId(kind: string): string {
    return `${kind}_${String((this.#last += 1)).padStart(12, '0')}`
  }
}

function admit({ mayBlock }: Holder): void {
  if (!mayBlock) throw new VenueRefusal('BLOCK_TRADE_NOT_ENABLED', 'block trades are not enabled for this account', 403)
}

function isWithin({ contract, price, size }: OfferedTrade, { constraints }: BlockRow): boolean {
  const allowed = constraints.get(contract.symbol)
  return (
    allowed !== undefined && price >= allowed.minPrice && price <= allowed.maxPrice && size >= allowed.minSize && size <= allowed.maxSize
  )
}
