/** An order as the second count of a trading day keeps it, read from the journal. */
import type { ProductCode } from '@parley/core'

export type QuoteOnFile = {
  readonly id: string
  readonly place: string
  readonly audience: 'DIRECT' | 'ORDER_BOOK'
  readonly desk: string
  readonly user: string
  readonly via: string
  readonly side: 'BUY' | 'SELL'
  readonly price: number
  readonly label: string | undefined
  readonly products: readonly ProductCode[]
  /** Protected: a maker's order, or what may rest in the book. */
  readonly isQuote: boolean
  /** When it was opened, or last replaced. */
  readonly seq: number
  rests: number
}
