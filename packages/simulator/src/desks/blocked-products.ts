/** A desk's products that a protection blocks, as a machine: its inputs, and its reaction. Pure. */
export type BlockedProducts = { readonly products: ReadonlySet<string>; readonly isLooking: boolean }

export type BlockingEvent =
  /** From the channel, or from a refusal that came before it. */
  | { readonly kind: 'TRIGGERED'; readonly products: readonly string[] }
  /** Its time has passed by itself. */
  | { readonly kind: 'RESET'; readonly product: string }
  /** The desk has looked at what happened. */
  | { readonly kind: 'LOOKED' }
  | { readonly kind: 'ALL_RESET' }

/** `lost` are the products in which its quotes are gone; a desk looks once, however many products trigger meanwhile. */
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
      // Its time may have passed by itself.
      return products.size > 0
        ? { next: { products, isLooking }, lost: [], then: 'RESET' }
        : { next: { products, isLooking: false }, lost: [], then: 'NO_OP' }
    case 'ALL_RESET':
      return { next: unblocked, lost: [], then: 'NO_OP' }
  }
}

const without = (products: ReadonlySet<string>, product: string): ReadonlySet<string> =>
  new Set([...products].filter((one) => one !== product))
