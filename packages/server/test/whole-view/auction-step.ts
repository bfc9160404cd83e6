/** The steps of a day of auctions: calls of the published API, and events of the chain itself. */

export type AuctionTicker = 'VAUL' | 'KEST' | 'LARK' | 'ORRY' | 'MERL'
/**
 * Each auction with its vault. `second` and `fifth` have several awards, and `second` starts later. `third` is cancelled by its vault, whatever its
 * bids are. Secret bids in `first` and `second` remain until the end, and those in `fourth` and `fifth` are cancelled before it.
 */
export const vaultOf = { first: 'VAUL', second: 'VAUL', third: 'VAUL', fourth: 'LARK', fifth: 'LARK' } as const
export type AuctionName = keyof typeof vaultOf
export const auctionNames = Object.keys(vaultOf) as readonly AuctionName[]
/** The desk whose bids are secret, and the desks that must not learn of them. Its own vault reads the bids that remain once their auction has ended. */
export const BY = 'MERL'
export const VIEWERS = ['VAUL', 'KEST', 'LARK', 'ORRY'] as const
/** The vault whose auctions end with secret bids, so it stops looking before. */
export const LEARNS_AT_THE_END = 'VAUL'

export type Opening = {
  readonly kind: 'OPEN'
  readonly auction: AuctionName
  readonly startsInMs: number
  readonly endsInMs: number
  readonly awards: 'ONE' | 'SEVERAL'
}
/** Prices, signs and places a bid. */
export type Bid = {
  readonly kind: 'BID'
  readonly auction: AuctionName
  readonly price: string
  readonly nonce: number
  readonly quantity?: string
  /** Signed by the wallet itself, by the delegate that it has authorised, or by an unrelated key. */
  readonly signedBy: 'WALLET' | 'DELEGATE' | 'NOBODY'
}
export type Call = {
  readonly kind: 'CALL'
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: object
}
/** An action of the chain itself, until the trade has this status. */
export type OnChain = {
  readonly kind: 'SETTLE' | 'REVERT' | 'CONFIRM' | 'UNDO'
  readonly auction: AuctionName
  readonly bid: string
  readonly trade: string
  readonly until: 'MINED' | 'AWAITED' | 'CONFIRMED' | 'REVERTED' | 'REORGANISED'
}
type Act = Opening | Bid | Call | OnChain
export type AuctionStep = Act & {
  readonly afterMs: number
  readonly as: AuctionTicker
  readonly isSecret: boolean
  /** The name of the object that it creates. */
  readonly makes?: string
}
export type Drawn = Act & Pick<AuctionStep, 'as' | 'makes'>
