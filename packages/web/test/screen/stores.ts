/**
 * Replaces the `zustand` package in the `screens` project (vitest.config.ts). The stores are the same, but each can be reset to its initial
 * state, because the files of the project share a process.
 */
import { create as createStore, type UseBoundStore } from 'zustand/react'
import type { StateCreator, StoreApi } from 'zustand/vanilla'

export { useStore } from 'zustand/react'

const resets: (() => void)[] = []

export function create<State>(creator: StateCreator<State>): UseBoundStore<StoreApi<State>> {
  const store = createStore(creator)
  const first = store.getInitialState()
  resets.push(() => store.setState(first, true))
  return store
}

export const resetStores = (): void => resets.forEach((reset) => reset())
