import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import * as contracts from './index.ts'
import { takesBack, type Call } from './index.ts'

const isCall = (one: unknown): one is Call => typeof one === 'object' && one !== null && 'method' in one && 'path' in one
const isGroup = (one: unknown): one is object => typeof one === 'object' && one !== null

/** Every call that the package publishes, in whichever group. */
const calls = Object.values(contracts as Readonly<Record<string, unknown>>)
  .filter(isGroup)
  .flatMap((group) => Object.values(group as Readonly<Record<string, unknown>>).filter(isCall))

describe('a call that a busy server may take long for has a mark, and its callers wait longer', () => {
  /** A password is slow to check and to store. */
  const hasPassword = ({ body }: Call): boolean =>
    body !== undefined && 'shape' in body && Object.keys(body.shape as object).some((member) => member.includes('password'))
  /** Every way to sign in. */
  const makesSession = ({ who, answer }: Call): boolean => who === 'anyone' && 'shape' in answer && 'token' in (answer.shape as object)

  it('is every call with a password, every sign-in with what precedes it, and no other', () => {
    const marked = [...new Set(calls.filter(({ isSlow }) => isSlow).map(({ path }) => path))].toSorted()
    expect(marked).toEqual([
      '/account/create-user/',
      '/account/demo/sign-in/',
      '/account/login/',
      '/account/passkeys/sign-in/',
      '/account/passkeys/sign-in/options/',
      '/account/password-change/',
      '/account/password-check/',
      '/account/password-reset/',
      '/account/password-reset/request/',
      '/account/sign-on/finish/',
      '/account/sign-on/start/',
    ])
    const needing = calls.filter((call) => hasPassword(call) || makesSession(call))
    expect(needing.filter(({ isSlow }) => !isSlow).map(({ path }) => path)).toEqual([])
    expect(needing.length).toBeGreaterThan(5)
  })
})

describe('a call that only cancels is tried even without a network', () => {
  it('is these calls and no others', () => {
    const names = calls.filter(takesBack).map(({ method, path }) => `${method} ${path}`)
    expect([...new Set(names)].toSorted()).toEqual([
      'DELETE /v1/fs/orders/',
      'DELETE /v1/fs/orders/{id}/',
      'DELETE /v1/grfq/quotes/',
      'DELETE /v1/grfq/quotes/{id}/',
      'DELETE /v1/ob/quotes/',
      'DELETE /v1/ob/quotes/{id}/',
      'DELETE /v1/vrfq/quotes/{id}/',
      'DELETE /v1/vrfq/rfqs/{id}/',
      'DELETE /v2/drfq/lists/{id}/',
      'DELETE /v2/drfq/lists/{id}/net_price/',
      'DELETE /v2/drfq/orders/',
      'DELETE /v2/drfq/orders/{id}/',
      'DELETE /v2/drfq/rfqs/{id}/',
      'DELETE /v2/perpetuals/orders/{id}/',
      'POST /v1/grfq/rfqs/{id}/decline/',
      'POST /v1/ob/rfqs/{id}/decline/',
      'POST /v2/drfq/rfqs/{id}/decline/',
      'POST /v2/perpetuals/cancel_all/',
      'POST /v2/protection/cancel_all/',
      'POST /v2/protection/stop/',
      'POST /v2/protection/stop_me/',
    ])
  })

  it('never asks for a proof of who presses before it is tried', () => {
    expect(calls.filter(takesBack).filter(({ stepUp }) => stepUp !== undefined)).toEqual([])
  })
})

type Shaped = {
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly unwrap?: () => Shaped
  readonly element?: Shaped
  readonly options?: readonly Shaped[]
}
/** The members of an object, also of those in its lists and of every form that it may have. */
function membersOf(schema: Shaped | undefined): readonly (readonly [string, z.ZodType])[] {
  if (schema === undefined) return []
  if (schema.shape !== undefined)
    return Object.entries(schema.shape).flatMap(([name, read]) => [[name, read] as const, ...membersOf(read as Shaped)])
  if (schema.element !== undefined) return membersOf(schema.element)
  if (schema.options !== undefined) return schema.options.flatMap(membersOf)
  return schema.unwrap === undefined ? [] : membersOf(schema.unwrap())
}

describe('a time that a client sends', () => {
  const times = calls.flatMap(({ method, path, query, body }) =>
    [query, body].flatMap((schema) =>
      membersOf(schema as Shaped | undefined)
        .filter(([name]) => /^(?:start|end|from|to|since|until|at)$|_(?:at|from|until|after)$/.test(name))
        .map(([name, read]) => [`${method} ${path} ${name}`, read] as const),
    ),
  )

  it.each(times)('is in milliseconds and in no other unit: %s', (_, read) => {
    const now = 1_798_761_600_000
    expect(read.safeParse(now).success).toBe(true)
    for (const other of [now / 1_000, now * 1_000, now * 1_000_000].flatMap((value) => [value, String(value)]))
      expect(read.safeParse(other).error?.issues[0]?.message).toContain('milliseconds')
  })

  it.each(times)('is refused, and read without a fault, if it is not a time: %s', (_, read) => {
    for (const other of [{}, { toString: 1 }, [], true, 'soon', Number.NaN]) expect(read.safeParse(other).success).toBe(false)
  })

  it('is known in every list that takes a period, and in the bodies', () => {
    expect(times.length).toBeGreaterThan(40)
  })
})
