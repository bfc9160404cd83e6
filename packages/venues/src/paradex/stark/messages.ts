/** Everything that an account signs at the venue: its onboarding, sign-ins, orders and blocks. Prices and sizes are strings in units of 1e-8. */
import { hashMessage, type StructTypes, type StructValue } from './typed-message.ts'

const DOMAIN_FIELDS = [
  ['name', 'felt'],
  ['chainId', 'felt'],
  ['version', 'felt'],
] as const

const legacy = (name: string, fields: StructTypes[string]): StructTypes => ({ StarkNetDomain: DOMAIN_FIELDS, [name]: fields })

const ONBOARDING = legacy('Constant', [['action', 'felt']])
const AUTH = legacy('Request', [
  ['method', 'felt'],
  ['path', 'felt'],
  ['body', 'felt'],
  ['timestamp', 'felt'],
  ['expiration', 'felt'],
])
const ORDER_FIELDS = [
  ['timestamp', 'felt'],
  ['market', 'felt'],
  ['side', 'felt'],
  ['orderType', 'felt'],
  ['size', 'felt'],
  ['price', 'felt'],
] as const
const ORDER = legacy('Order', ORDER_FIELDS)
const MODIFY_ORDER = legacy('ModifyOrder', [...ORDER_FIELDS, ['id', 'felt']])

const BLOCK_STRUCTS: StructTypes = {
  StarknetDomain: [
    ['name', 'shortstring'],
    ['version', 'shortstring'],
    ['chainId', 'shortstring'],
    ['revision', 'shortstring'],
  ],
  Trade: [
    ['market', 'shortstring'],
    ['price', 'felt'],
    ['size', 'felt'],
    ['maker_order', 'BlockTradeOrder'],
    ['taker_order', 'BlockTradeOrder'],
    ['min_size', 'felt'],
    ['max_size', 'felt'],
    ['min_price', 'felt'],
    ['max_price', 'felt'],
    ['oracle_tolerance', 'felt'],
  ],
  BlockTradeOrder: [
    ['account', 'felt'],
    ['side', 'shortstring'],
    ['type', 'shortstring'],
    ['size', 'felt'],
    ['price', 'felt'],
  ],
}
const TRADES = ['trades', 'merkletree', 'Trade'] as const
const BLOCK_TRADE: StructTypes = {
  ...BLOCK_STRUCTS,
  BlockTrade: [['version', 'shortstring'], ['nonce', 'felt'], ['expiration', 'felt'], TRADES],
}
const BLOCK_TRADE_OFFER: StructTypes = {
  ...BLOCK_STRUCTS,
  BlockTradeOffer: [['version', 'shortstring'], ['nonce', 'felt'], ['expiration', 'felt'], ['block_trade_id', 'felt'], TRADES],
}
const BLOCK_VERSION = '2'

/** `chainId` is the name of the chain in the venue's configuration. */
export type Signer = { readonly account: string; readonly chainId: string }

const hashLegacy = (types: StructTypes, primaryType: string, message: StructValue, { account, chainId }: Signer): bigint =>
  hashMessage({ revision: 0, types, primaryType, domain: { name: 'Paradex', chainId, version: '1' }, message }, account)

export const onboardingHash = (signer: Signer): bigint => hashLegacy(ONBOARDING, 'Constant', { action: 'Onboarding' }, signer)

/** Both times are in seconds. */
export const authHash = ({ timestamp, expiration }: { readonly timestamp: number; readonly expiration: number }, signer: Signer): bigint =>
  hashLegacy(
    AUTH,
    'Request',
    { method: 'POST', path: '/v1/auth', body: '', timestamp: String(timestamp), expiration: String(expiration) },
    signer,
  )

export type SignedOrder = {
  /** ms */
  readonly timestamp: number
  readonly market: string
  readonly side: 'BUY' | 'SELL'
  readonly type: string
  readonly size: string
  /** 0 for a market order. */
  readonly price: string
}

const sideNumber = (side: SignedOrder['side']): string => (side === 'BUY' ? '1' : '2')

const orderMessage = ({ timestamp, market, side, type, size, price }: SignedOrder): StructValue => ({
  ...{ timestamp: String(timestamp), market, side: sideNumber(side), orderType: type, size, price },
})

export const orderHash = (order: SignedOrder, signer: Signer): bigint => hashLegacy(ORDER, 'Order', orderMessage(order), signer)

export const modifiedOrderHash = (order: SignedOrder & { readonly id: string }, signer: Signer): bigint =>
  hashLegacy(MODIFY_ORDER, 'ModifyOrder', { ...orderMessage(order), id: order.id }, signer)

export type SignedBlockOrder = Pick<SignedOrder, 'side' | 'type' | 'size' | 'price'> & { readonly account: string }

export type SignedTrade = {
  readonly market: string
  readonly size: string
  readonly price: string
  readonly makerOrder: SignedBlockOrder
  /** Absent in an offer. */
  readonly takerOrder?: SignedBlockOrder
}

/** `expiration` is in ms. */
export type SignedBlock = { readonly nonce: string; readonly expiration: number; readonly trades: readonly SignedTrade[] }

const NO_ORDER: StructValue = { account: '0', side: '0', type: '0', size: '0', price: '0' }

const blockOrder = (order: SignedBlockOrder | undefined): StructValue =>
  order === undefined
    ? NO_ORDER
    : { account: order.account, side: sideNumber(order.side), type: order.type, size: order.size, price: order.price }

const tradeMessage = ({ market, price, size, makerOrder, takerOrder }: SignedTrade): StructValue => ({
  ...{ market, price, size, maker_order: blockOrder(makerOrder), taker_order: blockOrder(takerOrder) },
  ...{ min_size: '0', max_size: '0', min_price: '0', max_price: '0', oracle_tolerance: '0' },
})

const blockMessage = ({ nonce, expiration, trades }: SignedBlock) => ({
  ...{ version: BLOCK_VERSION, nonce, expiration: String(expiration) },
  trades: [...trades].sort((one, other) => (one.market < other.market ? -1 : 1)).map(tradeMessage),
})

const blockDomain = (chainId: string): StructValue => ({ name: 'Paradex', version: '1', chainId, revision: '1' })

export const blockTradeHash = (block: SignedBlock, { account, chainId }: Signer): bigint =>
  hashMessage(
    { revision: 1, types: BLOCK_TRADE, primaryType: 'BlockTrade', domain: blockDomain(chainId), message: blockMessage(block) },
    account,
  )

export const blockOfferHash = (block: SignedBlock & { readonly blockId: string }, { account, chainId }: Signer): bigint =>
  hashMessage(
    {
      ...{ revision: 1, types: BLOCK_TRADE_OFFER, primaryType: 'BlockTradeOffer', domain: blockDomain(chainId) },
      message: { ...blockMessage(block), block_trade_id: block.blockId },
    },
    account,
  )
