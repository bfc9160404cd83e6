/** A state machine of the products that a protection blocks for a desk: its inputs, and its reaction. Pure. */
export type BlockedProducts = { readonly products: ReadonlySet<string>; readonly isLooking: boolean }

export type BlockingEvent =
  /** Reported by the channel, or by a refusal that came first. */
  | { readonly kind: 'TRIGGERED'; readonly products: readonly string[] }
  /** The block has expired on its own. */
  | { readonly kind: 'RESET'; readonly product: string }
  /** The desk has reviewed what happened. */
  | { readonly kind: 'LOOKED' }
  | { readonly kind: 'ALL_RESET' }

/** `lost` are the products in which its quotes are gone. A desk reviews once, however many products trigger in the meantime. */
export type BlockingStep = {
  readonly next: BlockedProducts
  readonly lost: readonly string[]
  readonly then: 'NO_OP' | 'LOOK' | 'RESET'
}

export const unblocked: BlockedProducts = { products: new Set(), isLooking: false }

export function afterBlocking({ products, isLooking }: BlockedProducts, event: BlockingEvent): BlockingStep {
  switch (event.kind) {
    case 'TRIGGERED': {
      const lost = [...new Set(event.products)].filter((product) => !products.has(product))
      return { next: { products: new Set([...products, ...lost]), isLooking: true }, lost, then: isLooking ? 'NO_OP' : 'LOOK' }
    }
    case 'RESET':
      return { next: { products: without(products, event.product), isLooking }, lost: [], then: 'NO_OP' }
    case 'LOOKED':
      // The block may have expired on its own.
      return products.size > 0
        ? { next: { products, isLooking }, lost: [], then: 'RESET' }
        : { next: { products, isLooking: false }, lost: [], then: 'NO_OP' }
    case 'ALL_RESET':
      return { next: unblocked, lost: [], then: 'NO_OP' }
  }
}

const without = (products: ReadonlySet<string>, product: string): ReadonlySet<string> =>
  new Set([...products].filter((one) => one !== product))
