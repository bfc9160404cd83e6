import { useCallback, useLayoutEffect, useRef } from 'react'

/** Returns a stable function that reads the value of the latest render, for work that began in an earlier one. */
export function useLatest<T>(value: T): () => T {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return useCallback(() => latest.current, [])
}
