/**
 * A part of the one store, for a product whose code is loaded with its screen. It has the functions of a store, and its readers are called only when
 * the part itself changes.
 */
import { type StoreApi, type UseBoundStore, useStore } from 'zustand'
import { type PartName, useLive } from './store.ts'

export type Part<State> = UseBoundStore<StoreApi<State>> & {
  /** Several fields at once. A component is drawn again when one of them changes. */
  <Field extends keyof State & string>(...fields: readonly [Field, Field, ...Field[]]): Pick<State, Field>
  /** The screen is closed. */
  readonly clear: () => void
}

export function createPart<State extends object>(name: PartName, nothing: State): Part<State> {
  // Only this part writes under its name.
  const partOf = ({ parts }: ReturnType<typeof useLive.getState>): State => (parts[name] as State | undefined) ?? nothing
  const getState = (): State => partOf(useLive.getState())
  const put = (state: State | undefined): void => useLive.setState(({ parts }) => ({ parts: { ...parts, [name]: state } }))
  const part: StoreApi<State> = {
    getState,
    getInitialState: () => nothing,
    setState: (changes: State | Partial<State> | ((before: State) => State | Partial<State>), isWhole?: boolean) => {
      const before = getState()
      const next = typeof changes === 'function' ? changes(before) : changes
      put(isWhole === true ? (next as State) : { ...before, ...next })
    },
    subscribe: (listener) =>
      useLive.subscribe((now, before) => {
        const [next, last] = [partOf(now), partOf(before)]
        if (next !== last) listener(next, last)
      }),
  }
  const usePart = (first: ((state: State) => unknown) | keyof State = (state) => state, ...more: readonly (keyof State)[]): unknown => {
    // oxlint-disable-next-line react/rules-of-hooks -- A caller has either a function or names.
    if (typeof first === 'function') return useStore(part, first)
    // oxlint-disable-next-line react/rules-of-hooks -- A caller has the same names at every render, so React meets the same hooks.
    return Object.fromEntries([first, ...more].map((field) => [field, useStore(part, (state) => state[field])]))
  }
  return Object.assign(usePart as Part<State>, part, { clear: () => put(undefined) })
}
