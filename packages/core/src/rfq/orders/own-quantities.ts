/** A desk's own quantities in an order book, summed over its quotes and crosses there. Also used for a single order. */
export type OwnQuantities = {
  readonly original: number
  /** Agreed, whether pending at the venue or settled. */
  readonly filled: number
  readonly remaining: number
  readonly canceled: number
  /** Settled. */
  readonly completed: number
}

export type OwnStatus = 'OPEN' | 'FILLED' | 'COMPLETED'

/** OPEN while any part rests; FILLED once everything agreed is pending at the venue; COMPLETED when it has settled. */
export function ownStatus({ filled, remaining, completed }: Omit<OwnQuantities, 'original' | 'canceled'>): OwnStatus {
  if (remaining > 0 || filled === 0) return 'OPEN'
  return completed < filled ? 'FILLED' : 'COMPLETED'
}

/** COMPLETED is shown as Filled, because for a desk both mean that the trade is done. */
export function displayOwnPart(status: OwnStatus): 'Open' | 'Filled' {
  switch (status) {
    case 'OPEN':
      return 'Open'
    case 'FILLED':
    case 'COMPLETED':
      return 'Filled'
  }
}
