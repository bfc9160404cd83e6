import { useCallback, useState } from 'react'

type Next<T> = T | ((before: T) => T)

/**
 * A state that belongs to what is chosen: after the choice changes it is `initial` in the same frame, so an old picture is never drawn under a new
 * choice. A function that was returned for an old choice must not be called any more. `initial` must be the same object at every render.
 */
export function useStateOf<T>(choice: string, initial: T): readonly [T, (next: Next<T>) => void] {
  const [held, setHeld] = useState({ choice, value: initial })
  const set = useCallback(
    (next: Next<T>) =>
      setHeld((now) => {
        const before = now.choice === choice ? now.value : initial
        return { choice, value: typeof next === 'function' ? (next as (before: T) => T)(before) : next }
      }),
    [choice, initial],
  )
  return [held.choice === choice ? held.value : initial, set]
}
