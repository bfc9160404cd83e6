import { createClient } from '@parley/client'
import { directRfqCalls } from '@parley/contracts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { limits } from './limits.ts'
import { untilAnswered } from './until-answered.ts'

afterEach(() => void vi.unstubAllGlobals())

type Answer = (signal: AbortSignal) => Promise<Response>
const done: Answer = async () => Response.json({ id: 'r_1' })
const refusal: Answer = async () => Response.json({ message: 'It is closed.' }, { status: 409 })
/** Until whoever asks gives up. */
const silence: Answer = (signal) =>
  new Promise((_answered, givenUp) => signal.addEventListener('abort', () => givenUp(signal.reason as Error)))

/** A network that answers so, one request after another, and the keys that it has seen. */
function on(answers: readonly Answer[]) {
  const keys: (string | null)[] = []
  vi.stubGlobal('fetch', (_address: string, { headers, signal }: { headers: Record<string, string>; signal: AbortSignal }) => {
    keys.push(new Headers(headers).get('idempotency-key'))
    return answers[keys.length - 1]!(signal)
  })
  const write = untilAnswered(createClient({ baseUrl: 'http://parley.example', timeoutMs: 50 }))
  return { keys, cancel: (more: object = {}) => write(directRfqCalls.cancelRfq, { params: { id: 'r_1' }, ...more }) }
}

describe('what changes something', () => {
  it('9.4 is asked again under its own key until it is answered', async () => {
    const { keys, cancel } = on([silence, silence, done])
    expect(await cancel()).toEqual({ id: 'r_1' })
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/)
  })

  it('is said not to have been answered where nothing answers', async () => {
    const { keys, cancel } = on(Array.from({ length: limits.writeTries }, () => silence))
    await expect(cancel()).rejects.toMatchObject({ error: 'Timeout' })
    expect(keys).toHaveLength(limits.writeTries)
  })

  it('keeps the key that it is given', async () => {
    const { keys, cancel } = on([silence, done])
    await cancel({ idempotencyKey: 'mine' })
    expect(keys).toEqual(['mine', 'mine'])
  })

  it('is not asked again once it is refused', async () => {
    const { keys, cancel } = on([refusal])
    await expect(cancel()).rejects.toThrow('It is closed.')
    expect(keys).toHaveLength(1)
  })
})
