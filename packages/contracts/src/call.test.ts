import { describe, expect, it } from 'vitest'
import * as contracts from './index.ts'
import { takesBack, type Call } from './index.ts'

const isCall = (one: unknown): one is Call => typeof one === 'object' && one !== null && 'method' in one && 'path' in one
const isGroup = (one: unknown): one is object => typeof one === 'object' && one !== null

/** Every call that the package publishes, in whichever group. */
const calls = Object.values(contracts as Readonly<Record<string, unknown>>)
  .filter(isGroup)
  .flatMap((group) => Object.values(group as Readonly<Record<string, unknown>>).filter(isCall))

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
