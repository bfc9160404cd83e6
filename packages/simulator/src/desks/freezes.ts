/** A desk's products in which a protection has fired, as a machine: what it hears, and what it does then. Pure. */
export type Freezes = { readonly frozen: ReadonlySet<string>; readonly isLooking: boolean }

export type FreezeWord =
  /** From the channel, or from a refusal that came before it. */
  | { readonly kind: 'FIRED'; readonly products: readonly string[] }
  | { readonly kind: 'THAWED'; readonly product: string }
  /** The desk has looked at what happened. */
  | { readonly kind: 'LOOKED' }
  | { readonly kind: 'RESET' }

/** `lost` are the products in which its quotes are gone; a desk looks once, however many products fire meanwhile. */
export type FreezeStep = {
  readonly next: Freezes
  readonly lost: readonly string[]
  readonly then: 'NOTHING' | 'LOOK' | 'RESET'
}

export const unfrozen: Freezes = { frozen: new Set(), isLooking: false }

export function hearFreeze({ frozen, isLooking }: Freezes, word: FreezeWord): FreezeStep {
  switch (word.kind) {
    case 'FIRED': {
      const lost = [...new Set(word.products)].filter((product) => !frozen.has(product))
      return { next: { frozen: new Set([...frozen, ...lost]), isLooking: true }, lost, then: isLooking ? 'NOTHING' : 'LOOK' }
    }
    case 'THAWED':
      return { next: { frozen: without(frozen, word.product), isLooking }, lost: [], then: 'NOTHING' }
    case 'LOOKED':
      // Its time may have passed by itself.
      return frozen.size > 0
        ? { next: { frozen, isLooking }, lost: [], then: 'RESET' }
        : { next: { frozen, isLooking: false }, lost: [], then: 'NOTHING' }
    case 'RESET':
      return { next: unfrozen, lost: [], then: 'NOTHING' }
  }
}

const without = (products: ReadonlySet<string>, product: string): ReadonlySet<string> =>
  new Set([...products].filter((one) => one !== product))
