import { useEffect, useState } from 'react'

/** The current time in ms, for ages and expiries that are shown in minutes. */
export function useClock(everyMs = 15_000): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(ticking)
  }, [everyMs])
  return now
}
