/** What a desk reads of its own part in a market. */
export type GroupStatus = 'OPEN' | 'FILLED' | 'COMPLETED'

/** A desk's quantities in a market, over its quotes and orders there; of one quote they are the same sums over one. */
export type GroupQuantities = {
  readonly original: number
  /** Agreed, at the venue or settled. */
  readonly filled: number
  readonly remaining: number
  readonly canceled: number
  /** Settled. */
  readonly completed: number
}

/** OPEN while anything rests; FILLED once what was agreed is at the venue; COMPLETED when it has settled. */
export function statusOf({ filled, remaining, completed }: Omit<GroupQuantities, 'original' | 'canceled'>): GroupStatus {
  if (remaining > 0 || filled === 0) return 'OPEN'
  return completed < filled ? 'FILLED' : 'COMPLETED'
}

/** COMPLETED is shown as FILLED: to the one who reads it both mean that it is done. */
export function display(status: GroupStatus): 'Open' | 'Filled' {
  switch (status) {
    case 'OPEN':
      return 'Open'
    case 'FILLED':
    case 'COMPLETED':
      return 'Filled'
  }
}
