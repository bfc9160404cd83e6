/** How a person has set their screens: kept in the browser under their own name. */
import { useCallback, useState } from 'react'
import { keep, read } from './browser-store.ts'
import { useUser } from './session.ts'

/** `parse` answers undefined for what is not to be trusted: another version's text, or somebody's edit. */
export function useKept<T>(name: string, initial: T, parse: (value: unknown) => T | undefined): readonly [T, (value: T) => void] {
  const key = `${name}:${useUser().id}`
  const [value, setValue] = useState<T>(() => readKept(key, parse) ?? initial)
  const change = useCallback(
    (next: T) => {
      setValue(() => next)
      keep(key, JSON.stringify(next))
    },
    [key],
  )
  return [value, change]
}

function readKept<T>(key: string, parse: (value: unknown) => T | undefined): T | undefined {
  const text = read(key)
  if (text === undefined) return undefined
  try {
    return parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

export const keptNumber =
  (least: number, most: number) =>
  (value: unknown): number | undefined =>
    typeof value === 'number' && value >= least && value <= most ? value : undefined

export const keptText =
  <T extends string>(allowed: readonly T[]) =>
  (value: unknown): T | undefined =>
    allowed.find((each) => each === value)

export const keptNames = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined
