/** Maintenance of a simulated venue, as its owner orders it. */
export interface Maintenance {
  isOngoing(): boolean
  order(state: 'BEGINS' | 'ENDS'): void
}

export function createMaintenance(): Maintenance {
  let isOngoing = false
  return {
    isOngoing: () => isOngoing,
    order: (state) => {
      isOngoing = state === 'BEGINS'
    },
  }
}
