/** An order as the second implementation of protections (`protection-twin.ts`) reads it from the journal. */
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
  /** A maker's order, or an order that can rest in the book. Protections apply to it. */
  readonly isQuote: boolean
  /** The sequence number of its opening or last replacement. */
  readonly seq: number
  rests: number
}
