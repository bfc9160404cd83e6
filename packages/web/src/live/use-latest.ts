import { useLayoutEffect, useRef } from 'react'

/** Reads a value as it stands when it is asked for, from work that began with an earlier one. */
export function useLatest<T>(value: T): () => T {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return () => latest.current
}
