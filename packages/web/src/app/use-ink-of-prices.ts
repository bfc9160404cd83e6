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

/** Every price carries its age in its ink: full, dotted, grey; and what others quote goes behind glass once the server is out of reach. */
export function useInkOfPrices(): void {
  const isDown = useOutage(({ since }) => since !== undefined)
  const ink = useHealth(({ silentMs }) => inkOf(silentMs))
  useOnRoot('ink', isDown ? 'old' : ink)
  useOnRoot('line', isDown ? 'down' : undefined)
}
