/** What a desk reads of its own part in an order book, over its quotes and crosses there; of one order they are the same sums over one. */
export type OwnQuantities = {
  readonly original: number
  /** Agreed, at the venue or settled. */
  readonly filled: number
  readonly remaining: number
  readonly canceled: number
  /** Settled. */
  readonly completed: number
}

export type OwnStatus = 'OPEN' | 'FILLED' | 'COMPLETED'

/** OPEN while anything rests; FILLED once what was agreed is at the venue; COMPLETED when it has settled. */
export function ownStatus({ filled, remaining, completed }: Omit<OwnQuantities, 'original' | 'canceled'>): OwnStatus {
  if (remaining > 0 || filled === 0) return 'OPEN'
  return completed < filled ? 'FILLED' : 'COMPLETED'
}

/** COMPLETED is shown as FILLED: to the one who reads it both mean that it is done. */
export function displayOwnPart(status: OwnStatus): 'Open' | 'Filled' {
  switch (status) {
    case 'OPEN':
      return 'Open'
    case 'FILLED':
    case 'COMPLETED':
      return 'Filled'
  }
}
