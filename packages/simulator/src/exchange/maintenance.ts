/** Maintenance of a simulated venue, switched on and off by tests or the demo. */
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
