import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useFlags } from './feature-flags.ts'
import { changePreferences, followPreferences, preferencesNow } from './preferences.ts'

let sent: string[] = []
let forget: () => void = () => undefined

beforeEach(() => {
  sent = []
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit) => {
    sent.push(`${address} ${body as string}`)
    return Response.json({ data: {} })
  })
  forget = followPreferences()
})
afterEach(() => {
  forget()
  useFlags.setState({ flags: undefined })
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a preference is sent to the server', () => {
  // Proves T 4.38, T 6.22, T 7.14.
  it.each([
    [true, ['/account/user/preferences/ {"data":{"theme":"dark"}}']],
    [false, []],
  ])('with its flag on alone: %s', async (isOn, calls) => {
    useFlags.setState({ flags: { feature_user_preferences_json: { is_enabled: isOn } } })
    changePreferences((before) => ({ ...before, theme: 'dark' }))
    expect(preferencesNow()).toEqual({ theme: 'dark' })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(sent).toEqual(calls)
  })
})
