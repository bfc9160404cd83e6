import { useState } from 'react'

/**
 * The value as it was when one of `changes` last changed, for figures that move more often than their picture is worth drawing again. Each of
 * `changes` keeps its identity from one render to the next: an object made at every render would make the component render for ever.
 */
export function useSnapshot<T>(value: T, changes: readonly unknown[]): T {
  const [held, setHeld] = useState({ value, changes })
  if (held.changes.every((one, place) => Object.is(one, changes[place]))) return held.value
  // React draws the component again with it before anything is shown.
  setHeld({ value, changes })
  return value
}
