/** The few things that the shell and the Positions tab, which comes behind it, know of each other. */
import { create } from 'zustand'

type PositionTab = {
  /** How many positions the desk holds, as the tab says. */
  readonly count: number
  /** The room of the ticket while no RFQ is chosen. */
  readonly place: HTMLElement | null
}

export const usePositionTab = create<PositionTab>(() => ({ count: 0, place: null }))
