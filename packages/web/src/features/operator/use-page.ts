import type { ConsolePage } from '@parley/client'
import { useEffect } from 'react'
import { type PageState, readPage, useConsole } from './console-store.ts'

const EVERY_MS = 5_000

/** A page of the console, read again every five seconds while it is visible. */
export function usePage<Name extends ConsolePage>(name: Name): PageState<Name> {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const look = async () => {
      if (!document.hidden) await readPage(name)
      if (!isOver) timer = setTimeout(() => void look(), EVERY_MS)
    }
    void look()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [name])
  return (useConsole(({ pages }) => pages[name]) ?? {}) as PageState<Name>
}
