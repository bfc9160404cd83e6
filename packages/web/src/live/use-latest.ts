import { useCallback, useLayoutEffect, useRef } from 'react'

/** Returns a function, the same at every render, that reads the value of the last render: for work that began with an earlier one. */
export function useLatest<T>(value: T): () => T {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return useCallback(() => latest.current, [])
}
