/** Feature flags: read once at sign-in, and again from time to time. */
import { accountCalls } from '@parley/contracts'
import { create } from 'zustand'
import { client } from './api.ts'
import { limits } from './limits.ts'

export type Flags = Readonly<Record<string, { readonly is_enabled: boolean; readonly config?: unknown }>>

export const useFlags = create<{ readonly flags: Flags | undefined }>(() => ({ flags: undefined }))

/** Until the first answer the screens wait; a failure leaves every flag off rather than keep a trader out. */
export function followFlags(): () => void {
  const load = () =>
    client
      .call(accountCalls.listFeatureFlags, {})
      .then((flags) => useFlags.setState({ flags }))
      .catch(() => useFlags.setState((before) => ({ flags: before.flags ?? {} })))
  void load()
  const again = setInterval(() => void load(), limits.flagsEveryMs)
  return () => {
    clearInterval(again)
    useFlags.setState({ flags: undefined })
  }
}

/** A flag nobody has set is off. */
export const useFlag = (name: string): boolean => useFlags(({ flags }) => flags?.[name]?.is_enabled ?? false)
export const isFlagOn = (name: string): boolean => useFlags.getState().flags?.[name]?.is_enabled ?? false
