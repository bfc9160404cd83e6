import { useSyncExternalStore } from 'react'

const NARROW_PX = 900
export const narrow = globalThis.matchMedia?.(`(max-width: ${NARROW_PX - 1}px)`)

const subscribe = (listener: () => void): (() => void) => {
  narrow?.addEventListener('change', listener)
  return () => narrow?.removeEventListener('change', listener)
}

/** Narrower than 900 px: cards replace tables, and sheets replace panels. */
export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow?.matches ?? false)

const compact = globalThis.matchMedia?.('(max-width: 1439px)')
const subscribeToCompact = (listener: () => void): (() => void) => {
  compact?.addEventListener('change', listener)
  return () => compact?.removeEventListener('change', listener)
}

/** Narrower than 1440 px: the header uses figures instead of words. */
export const useIsCompact = (): boolean => useSyncExternalStore(subscribeToCompact, () => compact?.matches ?? false)

const low = globalThis.matchMedia?.('(max-height: 899px)')
const subscribeToHeight = (listener: () => void): (() => void) => {
  low?.addEventListener('change', listener)
  return () => low?.removeEventListener('change', listener)
}

/** Lower than 900 px: charts have to be scrolled to. */
export const useIsLow = (): boolean => useSyncExternalStore(subscribeToHeight, () => low?.matches ?? false)

const still = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)')
const subscribeToMotion = (listener: () => void): (() => void) => {
  still?.addEventListener('change', listener)
  return () => still?.removeEventListener('change', listener)
}

/** Whether the user prefers reduced motion. Text then replaces animations. */
export const useIsMotionReduced = (): boolean => useSyncExternalStore(subscribeToMotion, () => still?.matches ?? false)

const keyless = globalThis.matchMedia?.(`(pointer: coarse) and (max-width: ${NARROW_PX - 1}px)`)
const subscribeToKeys = (listener: () => void): (() => void) => {
  keyless?.addEventListener('change', listener)
  return () => keyless?.removeEventListener('change', listener)
}

/** Whether there may be a keyboard: a phone has none, and shows no hints about keys. */
export const useHasKeys = (): boolean => useSyncExternalStore(subscribeToKeys, () => keyless?.matches !== true)
