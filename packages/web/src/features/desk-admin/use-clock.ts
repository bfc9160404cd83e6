import { useEffect, useState } from 'react'

/** The time, ms, for ages and ends that are read in minutes. */
export function useClock(everyMs = 15_000): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(ticking)
  }, [everyMs])
  return now
}
