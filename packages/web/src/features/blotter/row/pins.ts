/** Pinned RFQs, stored in the browser and dropped after a day. */
import { create } from 'zustand'
import { keep, read } from '../../../live/browser-store.ts'
import { limits } from '../../../live/limits.ts'

const KEY = 'unified-rfq-table-pinned-items'

/** When each RFQ was pinned, in ms. */
export type Pins = Readonly<Record<string, number>>

export const freshPins = (pins: Pins, now: number): Pins =>
  Object.fromEntries(Object.entries(pins).filter(([, at]) => now - at < limits.pinnedMs))

export function parsePins(text: string | undefined): Pins {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
    return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, number] => typeof entry[1] === 'number'))
  } catch {
    return {}
  }
}

export const usePins = create<{ readonly pins: Pins }>(() => ({ pins: {} }))

/** Expired pins are removed from the store too. */
export function loadPins(): void {
  const kept = parsePins(read(KEY))
  const pins = freshPins(kept, Date.now())
  usePins.setState({ pins })
  if (Object.keys(pins).length < Object.keys(kept).length) keep(KEY, JSON.stringify(pins))
}

export function togglePin(rfqId: string): void {
  const { [rfqId]: at, ...others } = usePins.getState().pins
  const pins = freshPins(at === undefined ? { ...others, [rfqId]: Date.now() } : others, Date.now())
  usePins.setState({ pins })
  keep(KEY, JSON.stringify(pins))
}
