/** The state that the shell shares with the Positions tab, which is loaded later. */
import { create } from 'zustand'

type PositionTab = {
  /** The number of the desk's positions, shown in the tab. */
  readonly count: number
  /** The place of the ticket while no RFQ is selected. */
  readonly place: HTMLElement | null
}

export const usePositionTab = create<PositionTab>(() => ({ count: 0, place: null }))
