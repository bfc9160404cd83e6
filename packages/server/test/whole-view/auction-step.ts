/** The steps of a day of auctions: calls of the published API, and the chain's own doing. */

export type AuctionTicker = 'VAUL' | 'KEST' | 'LARK' | 'ORRY' | 'MERL'
/** `second` has several awards and begins later; `third` is cancelled by its vault, whatever is bid in it. */
export const auctionNames = ['first', 'second', 'third'] as const
export type AuctionName = (typeof auctionNames)[number]

export type Opening = {
  readonly kind: 'OPEN'
  readonly auction: AuctionName
  readonly startsInMs: number
  readonly endsInMs: number
  readonly awards: 'ONE' | 'SEVERAL'
}
/** Priced, signed and placed. */
export type Bid = {
  readonly kind: 'BID'
  readonly auction: AuctionName
  readonly price: string
  readonly nonce: number
  readonly quantity?: string
  /** By the wallet itself, by the delegate that it has authorised, or by a key that has no part in it. */
  readonly signedBy: 'WALLET' | 'DELEGATE' | 'NOBODY'
}
export type Call = {
  readonly kind: 'CALL'
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: object
}
/** Of the chain itself, until the trade stands so. */
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
  /** The name of what it makes. */
  readonly makes?: string
}
export type Drawn = Act & Pick<AuctionStep, 'as' | 'makes'>

export type AuctionSecret = {
  readonly title: string
  readonly by: AuctionTicker
  readonly viewers: readonly AuctionTicker[]
  /** The vault reads what stands from the end on, and never what was taken back. */
  readonly atTheEnd: 'STANDS' | 'IS_TAKEN_BACK'
}
