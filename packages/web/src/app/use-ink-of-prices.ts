import { useEffect } from 'react'
import { useHealth } from '../live/connection.ts'
import { inkOf } from '../live/ink.ts'
import { useOutage } from '../live/outage.ts'

function useOnRoot(name: string, value: string | undefined): void {
  useEffect(() => {
    const { dataset } = document.documentElement
    if (value === undefined) delete dataset[name]
    else dataset[name] = value
    return () => void delete dataset[name]
  }, [name, value])
}

/** Each price is styled by its age: full, dotted, grey. Quotes of others are blurred while the server cannot be reached. */
export function useInkOfPrices(): void {
  const isDown = useOutage(({ since }) => since !== undefined)
  const ink = useHealth(({ silentMs }) => inkOf(silentMs))
  useOnRoot('ink', isDown ? 'old' : ink)
  useOnRoot('line', isDown ? 'down' : undefined)
}
