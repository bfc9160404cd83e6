/** Any interleaving of decisions, cancellations, expiry and changes of roles: a held request is sent at most once, and never after it ended (rulebook 11.16). */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { deskRoles, hasRight } from '../roles.ts'
import type { Instant, UserId } from '../../ids.ts'
import { isRefusal } from '../../refusal.ts'
import { decide } from './decide.ts'
import { evolve } from './evolve.ts'
import { HELD_FOR_MS, heldUntil, type HeldRequest, type HeldRequestCommand } from './held-request.ts'

const people = ['ann', 'bob', 'cem'] as UserId[]
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom<HeldRequestCommand['kind']>('Approve', 'Decline', 'Withdraw', 'Cancel', 'Expire'),
    actor: fc.record({
      id: fc.constantFrom(...people),
      kind: fc.constantFrom('PERSON' as const, 'PERSON' as const, 'KEY' as const),
      role: fc.constantFrom(...deskRoles),
    }),
    waitMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: HELD_FOR_MS })),
  }),
  { maxLength: 30 },
)

it('11.16 a held request is sent at most once, by an approval of a second person who trades, and never after it ended', () =>
  fc.assert(
    fc.property(steps, fc.option(fc.integer({ min: 0, max: 2 * HELD_FOR_MS }), { nil: undefined }), (run, notAfterMs) => {
      let now = 1_800_000_000_000
      const expiresAt = heldUntil(now as Instant, notAfterMs === undefined ? undefined : now + notAfterMs)
      let held: HeldRequest = { sender: 'ann' as UserId, expiresAt, state: 'HELD' }
      let sent = 0
      let ends = 0
      for (const { kind, actor, waitMs } of run) {
        now += waitMs
        const before = held.state
        const answer = decide(held, kind === 'Expire' || kind === 'Cancel' ? { kind } : { kind, actor }, now as Instant)
        if (isRefusal(answer)) continue
        held = answer.reduce(evolve, held)
        ends += answer.length
        if (answer[0]?.kind !== 'HeldRequestApproved') continue
        sent += 1
        expect(before).toBe('HELD')
        expect(now).toBeLessThan(expiresAt)
        expect(actor).toMatchObject({ kind: 'PERSON' })
        expect(actor.id).not.toBe('ann')
        expect(hasRight(actor.role, 'Trade')).toBe(true)
      }
      expect(sent).toBeLessThanOrEqual(1)
      expect(ends).toBeLessThanOrEqual(1)
    }),
    { numRuns: 2_000 },
  ))
