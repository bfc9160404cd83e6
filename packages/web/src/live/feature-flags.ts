/** Feature flags: loaded at sign-in, and again periodically. */
import { accountCalls } from '@parley/contracts'
import { create } from 'zustand'
import { client } from './api.ts'
import { createFirstReading, type FirstReading } from './first-reading.ts'
import { limits } from './limits.ts'

export type Flags = Readonly<Record<string, { readonly is_enabled: boolean; readonly config?: unknown }>>

export const useFlags = create<{ readonly flags: Flags | undefined; readonly failed?: FirstReading<Flags>['failed'] }>(() => ({
  flags: undefined,
}))

const readFlags = () => client.call(accountCalls.listFeatureFlags, {})

/** Screens wait for the first response. If a later one fails, the flags stay as they were. */
export function followFlags(): () => void {
  const stop = createFirstReading<Flags>(readFlags, ({ data: flags, failed }) => useFlags.setState({ flags, failed }))
  const again = setInterval(
    () =>
      readFlags().then(
        (flags) => useFlags.setState({ flags }),
        () => undefined,
      ),
    limits.flagsEveryMs,
  )
  return () => {
    clearInterval(again)
    stop()
  }
}

/** A flag that is not set is off. */
export const useFlag = (name: string): boolean => useFlags(({ flags }) => flags?.[name]?.is_enabled ?? false)
export const isFlagOn = (name: string): boolean => useFlags.getState().flags?.[name]?.is_enabled ?? false
