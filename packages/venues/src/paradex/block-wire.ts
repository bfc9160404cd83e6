/**
 * Translates blocks to and from the venue. This is the only place that decides which side belongs to which party: the maker makes the offer, and the
 * taker initiates the request. Pure.
 */
import { createHash } from 'node:crypto'
import { formatPrice, formatQuantity, opposite, type ChargedLeg, type Side } from '@parley/core'
import { asObject, type WireObject } from '../adapter/wire-object.ts'
import type { Block, BlockLeg, Settled, SettledLeg } from '../port/venue-answers.ts'
import type { RecordedBlock } from '../port/venue-port.ts'
import type { Signed } from './api.ts'
import { BLOCK_WINDOW_MS } from './limits.ts'
import { nearestPrice, priceFromWire, quantityFromWire } from '../adapter/decimal-texts.ts'
import { signedPrice, signedSize, textOf, timeFromWire } from './numbers.ts'
import { isSameFelt, parseFelt } from './stark/felts.ts'
import type { SignedBlock, SignedTrade } from './stark/messages.ts'

export type Accounts = { readonly maker: string; readonly taker: string }

/** Derived from the block's nonce and terms, so that a block with any other terms has another name. */
export function linkOf(block: Block): string {
  const legs = block.legs.map((leg) => [leg.instrument.name, leg.makerSide, leg.price, leg.quantity])
  return createHash('sha256')
    .update(JSON.stringify([block.nonce, block.at, legs]))
    .digest('hex')
}

/** The message that uses the nonce: the taker's request, the maker's offer, or the taker's acceptance. */
type Purpose = 'REQUEST' | 'OFFER' | 'EXECUTION'
const NONCE_HEX_DIGITS = 30

/**
 * The venue's nonces are numbers. Ours are derived from the block and the kind of message. All executions of a block therefore carry the same
 * message, whichever request they accept, and the venue accepts each signature only once.
 */
export function nonceOf(block: Block, purpose: Purpose): string {
  const digest = createHash('sha256')
    .update(`${linkOf(block)} ${purpose}`)
    .digest('hex')
  return BigInt(`0x${digest.slice(0, NONCE_HEX_DIGITS)}`).toString()
}

export const endOf = ({ at }: Block): number => at + BLOCK_WINDOW_MS

const sideOf = ({ makerSide }: BlockLeg, party: keyof Accounts): Side => (party === 'maker' ? makerSide : opposite(makerSide))

const orderToWire = (leg: BlockLeg, party: keyof Accounts, accounts: Accounts): object => ({
  ...{ account: accounts[party], market: leg.instrument.name, side: sideOf(leg, party), type: 'LIMIT' },
  ...{ size: formatQuantity(leg.quantity), price: formatPrice(leg.price) },
})

/** A request for offers that only this maker can answer, and only at these prices and sizes. */
export const requestToWire = (block: Block, { maker }: Accounts): object => ({
  nonce: nonceOf(block, 'REQUEST'),
  block_expiration: endOf(block),
  required_signers: [maker],
  signatures: {},
  trades: Object.fromEntries(
    block.legs.map(({ instrument, price, quantity }) => [
      instrument.name,
      {
        trade_constraints: {
          ...{ min_price: formatPrice(price), max_price: formatPrice(price) },
          ...{ min_size: formatQuantity(quantity), max_size: formatQuantity(quantity) },
        },
      },
    ]),
  ),
})

export const offerToWire = (block: Block, accounts: Accounts, signature: object): object => ({
  ...{ nonce: nonceOf(block, 'OFFER'), offering_account: accounts.maker, signature },
  trades: Object.fromEntries(
    block.legs.map((leg) => [
      leg.instrument.name,
      { price: formatPrice(leg.price), size: formatQuantity(leg.quantity), offerer_order: orderToWire(leg, 'maker', accounts) },
    ]),
  ),
})

export const executionToWire = (block: Block, offerId: string, signature: object): object => ({
  ...{ execution_nonce: nonceOf(block, 'EXECUTION'), selected_offers: [offerId] },
  signatures: { [offerId]: signature },
})

type Signatory = { readonly account: string; readonly publicKey: string; readonly nonce: string; readonly expiration: number }

export const signatureToWire = ({ signature, timestamp }: Signed, { account, publicKey, nonce, expiration }: Signatory): object => ({
  ...{ signer_account: account, signer_public_key: publicKey, signature_type: 'STARKNET', signature_data: signature },
  ...{ signature_timestamp: timestamp, signature_expiration: expiration, nonce },
})

/** The version that the maker signs: the taker's side is empty. */
export const offerMessage = (block: Block, accounts: Accounts): SignedBlock => ({
  ...{ nonce: nonceOf(block, 'OFFER'), expiration: endOf(block) },
  trades: block.legs.map((leg) => tradeMessage(leg, accounts)),
})

/** The version that the taker signs, with both sides. */
export const executionMessage = (block: Block, accounts: Accounts): SignedBlock => ({
  ...{ nonce: nonceOf(block, 'EXECUTION'), expiration: endOf(block) },
  trades: block.legs.map((leg) => ({ ...tradeMessage(leg, accounts), takerOrder: orderMessage(leg, 'taker', accounts) })),
})

const orderMessage = (leg: BlockLeg, party: keyof Accounts, accounts: Accounts): SignedTrade['makerOrder'] => ({
  ...{ account: accounts[party], side: sideOf(leg, party), type: 'LIMIT' },
  ...{ size: signedSize(leg.quantity), price: signedPrice(leg.price) },
})

const tradeMessage = (leg: BlockLeg, accounts: Accounts): SignedTrade => ({
  ...{ market: leg.instrument.name, size: signedSize(leg.quantity), price: signedPrice(leg.price) },
  makerOrder: orderMessage(leg, 'maker', accounts),
})

export type Agreement = { readonly link: string; readonly blockId: string; readonly offerId: string }

export const formatAgreement = ({ link, blockId, offerId }: Agreement): string => [link, blockId, offerId].join(' ')

export function parseAgreement(text: string): Agreement | undefined {
  const [, link, blockId, offerId] = /^([0-9a-f]{64}) ([\w-]{1,80}) ([\w-]{1,80})$/.exec(text) ?? []
  return link === undefined || blockId === undefined || offerId === undefined ? undefined : { link, blockId, offerId }
}

/** WAITING can still be executed. UNDER_WAY has been accepted and has not ended. */
export type BlockState = 'WAITING' | 'UNDER_WAY' | 'COMPLETED' | 'FAILED' | 'CANCELED'
const STATES: Readonly<Record<string, BlockState>> = {
  CREATED: 'WAITING',
  OFFER_COLLECTION: 'WAITING',
  READY_TO_EXECUTE: 'WAITING',
  EXECUTING: 'UNDER_WAY',
  PENDING_SETTLEMENT: 'UNDER_WAY',
  COMPLETED: 'COMPLETED',
  FAILED: 'FAILED',
  CANCELLED: 'CANCELED',
}

export type BlockRow = {
  readonly id: string
  /** The id of the request that the offer was made on. */
  readonly parentId: string | undefined
  readonly nonce: string
  readonly state: BlockState
  readonly createdAt: number
  readonly failure: string | undefined
  readonly trades: readonly WireObject[]
}

export function blockRowFromWire(value: unknown): BlockRow | undefined {
  const row = asObject(value)
  const [id, nonce, createdAt] = [textOf(row?.['block_id']), textOf(row?.['nonce']), timeFromWire(row?.['created_at'])]
  const state = typeof row?.['status'] === 'string' && Object.hasOwn(STATES, row['status']) ? STATES[row['status']] : undefined
  if (row === undefined || id === undefined || nonce === undefined || createdAt === undefined || state === undefined) return undefined
  return {
    ...{ id, nonce, state, createdAt },
    parentId: textOf(row['parent_block_id']),
    failure: textOf(row['failure_reason']),
    trades: Object.values(asObject(row['trades']) ?? {}).flatMap((trade): readonly WireObject[] => {
      const read = asObject(trade)
      return read === undefined ? [] : [read]
    }),
  }
}

const isExecuted = (trade: WireObject): boolean => timeFromWire(trade['executed_at']) !== undefined

const timeOf = (trades: readonly WireObject[]): number => Math.max(...trades.map((trade) => timeFromWire(trade['executed_at'])!))

/** Returns the legs in the agreed order; undefined if the venue shows different legs, or does not show all of them as executed. */
export function settledFrom({ id, parentId, trades }: BlockRow, block: Block): Settled | undefined {
  if (!trades.every(isExecuted) || trades.length !== block.legs.length) return undefined
  const legs = block.legs.flatMap((leg): SettledLeg[] => {
    const trade = trades.find((one) => one['market'] === leg.instrument.name)
    const [price, quantity] = [priceFromWire(trade?.['price']), quantityFromWire(trade?.['size'])]
    return price !== leg.price || quantity !== leg.quantity ? [] : [{ instrumentName: leg.instrument.name, price, quantity }]
  })
  return legs.length === block.legs.length ? { venueTradeId: parentId ?? id, at: timeOf(trades), legs } : undefined
}

/**
 * An executed block, as one of its parties reads it; undefined if the row cannot be parsed. A request whose trades are listed with its offers is
 * NOT_HERE.
 */
export function recordedFrom({ id, parentId, state, trades }: BlockRow, account: string): RecordedBlock | 'NOT_HERE' | undefined {
  if (state !== 'COMPLETED' || !trades.some(isExecuted)) return 'NOT_HERE'
  const own = trades.map((trade) => legFromWire(trade, account))
  const legs = own.filter((leg) => leg !== undefined)
  const [first] = legs
  if (first === undefined || legs.length !== own.length || !trades.every(isExecuted)) return undefined
  return {
    ...{ venueTradeId: parentId ?? id, at: timeOf(trades), role: first.role },
    ...(first.counterparty === undefined ? {} : { counterparty: first.counterparty }),
    legs: legs.map(({ leg }) => leg),
  }
}

type OwnLeg = { readonly leg: ChargedLeg; readonly role: 'MAKER' | 'TAKER'; readonly counterparty: string | undefined }

function legFromWire(trade: WireObject, account: string): OwnLeg | undefined {
  const [maker, taker] = [textOf(trade['maker_account']), textOf(trade['taker_account'])]
  const role =
    maker !== undefined && isSameFelt(maker, account) ? 'MAKER' : taker !== undefined && isSameFelt(taker, account) ? 'TAKER' : undefined
  if (role === undefined) return undefined
  const fill = asObject(trade[role === 'MAKER' ? 'maker_fill' : 'taker_fill'])
  const [name, side] = [textOf(trade['market']), fill?.['side']]
  const [price, quantity] = [priceFromWire(trade['price']), quantityFromWire(trade['size'])]
  const [fee, feeCurrency] = [nearestPrice(fill?.['fee']), textOf(fill?.['fee_currency'])]
  if (name === undefined || (side !== 'BUY' && side !== 'SELL') || price === undefined || quantity === undefined) return undefined
  if (fee === undefined || feeCurrency === undefined) return undefined
  const leg: ChargedLeg = { instrumentName: name, side, price, quantity, fee, feeCurrency }
  return { leg, role, counterparty: role === 'MAKER' ? taker : maker }
}

/** Whether an id can be part of a signed message. */
export const isSignable = (id: string): boolean => parseFelt(id) !== undefined
