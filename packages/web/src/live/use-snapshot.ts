import { useState } from 'react'

/**
 * The value when one of `changes` last changed, for figures that change more often than their chart needs to be drawn. Each of `changes` must keep
 * its identity between renders: an object made in every render would cause an endless loop.
 */
export function useSnapshot<T>(value: T, changes: readonly unknown[]): T {
  const [held, setHeld] = useState({ value, changes })
  if (held.changes.every((one, place) => Object.is(one, changes[place]))) return held.value
  // React renders the component again with it before anything is shown.
  setHeld({ value, changes })
  return value
}
