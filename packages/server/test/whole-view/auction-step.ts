/** The steps of a day of auctions: calls of the published API, and events of the chain itself. */

export type AuctionTicker = 'VAUL' | 'KEST' | 'LARK' | 'ORRY' | 'MERL'
/** `second` has several awards and starts later. `third` is cancelled by its vault, whatever its bids are. */
export const auctionNames = ['first', 'second', 'third'] as const
export type AuctionName = (typeof auctionNames)[number]

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

export type AuctionSecret = {
  readonly title: string
  readonly by: AuctionTicker
  readonly viewers: readonly AuctionTicker[]
  /** The vault reads the remaining bids from the end on, and never the cancelled ones. */
  readonly atTheEnd: 'STANDS' | 'IS_TAKEN_BACK'
}
