/** Screen settings of the user, stored in the browser by name. */
import { useCallback, useState } from 'react'
import { keep, read } from './browser-store.ts'
import { useUser } from './session.ts'

/** `parse` returns undefined for values that cannot be trusted, such as those of another version or edited ones. */
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
