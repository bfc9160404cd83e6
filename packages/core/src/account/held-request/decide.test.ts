import { describe, expect, it } from 'vitest'
import type { DeskRole } from '../roles.ts'
import type { Instant, UserId } from '../../ids.ts'
import { isRefusal } from '../../refusal.ts'
import { decide } from './decide.ts'
import { display } from './display.ts'
import { evolve } from './evolve.ts'
import { HELD_FOR_MS, heldUntil, type HeldRequest, type HeldRequestActor, type HeldRequestCommand } from './held-request.ts'
import { transitions } from './transitions.ts'

const noon = 1_800_000_000_000 as Instant
const later = (ms: number) => (noon + ms) as Instant
const person = (id: string, role: DeskRole = 'trader'): HeldRequestActor => ({ id: id as UserId, kind: 'PERSON', role })
const [ann, bob] = [person('ann'), person('bob')]

const held: HeldRequest = { sender: ann.id, expiresAt: heldUntil(noon, undefined), state: 'HELD' }
const { sender, expiresAt } = held
const states: Record<string, HeldRequest> = {
  held,
  approved: { sender, expiresAt, state: 'APPROVED', by: bob.id, at: noon },
  declined: { sender, expiresAt, state: 'DECLINED', by: bob.id, at: noon },
  withdrawn: { sender, expiresAt, state: 'WITHDRAWN', at: noon },
  cancelled: { sender, expiresAt, state: 'CANCELLED', at: noon },
  expired: { sender, expiresAt, state: 'EXPIRED', at: noon },
}

type Row = [
  given: keyof typeof states,
  when: HeldRequestCommand['kind'],
  title: string,
  by: HeldRequestActor,
  afterMs: number,
  then: string,
]
// In the order in which refusals take precedence.
const table: Row[] = [
  ...Object.keys(states)
    .filter((state) => state !== 'held')
    .flatMap((state) =>
      (['Approve', 'Decline', 'Withdraw', 'Cancel', 'Expire'] as const).map((kind): Row => [
        state,
        kind,
        'anyone',
        kind === 'Withdraw' ? ann : bob,
        0,
        'HeldRequestEnded',
      ]),
    ),
  ['held', 'Approve', 'a second person', bob, HELD_FOR_MS, 'HeldRequestEnded'],
  ['held', 'Decline', 'a second person', bob, HELD_FOR_MS, 'HeldRequestEnded'],
  ['held', 'Withdraw', 'the sender', ann, HELD_FOR_MS, 'HeldRequestEnded'],
  ['held', 'Cancel', 'a stop', bob, HELD_FOR_MS, 'HeldRequestEnded'],
  ['held', 'Cancel', 'a stop', bob, HELD_FOR_MS - 1, 'HeldRequestCancelled'],
  ['held', 'Expire', 'the clock', bob, HELD_FOR_MS - 1, ''],
  ['held', 'Expire', 'the clock', bob, HELD_FOR_MS, 'HeldRequestExpired'],
  ['held', 'Approve', 'an API key', { ...bob, kind: 'KEY' }, 0, 'InsufficientPermissions'],
  ['held', 'Decline', 'an API key', { ...bob, kind: 'KEY' }, 0, 'InsufficientPermissions'],
  ['held', 'Approve', 'a viewer', person('vic', 'viewer'), 0, 'InsufficientPermissions'],
  ['held', 'Decline', 'a viewer', person('vic', 'viewer'), 0, 'InsufficientPermissions'],
  ['held', 'Approve', 'a person who only bids', person('dov', 'dov_user'), 0, 'InsufficientPermissions'],
  ['held', 'Approve', 'the sender', ann, 0, 'OwnHeldRequest'],
  ['held', 'Approve', 'the sender as an administrator', person('ann', 'administrator'), 0, 'OwnHeldRequest'],
  ['held', 'Decline', 'the sender', ann, 0, 'OwnHeldRequest'],
  ['held', 'Withdraw', 'a second person', bob, 0, 'NotTheSender'],
  ['held', 'Approve', 'a second person in the last millisecond', bob, HELD_FOR_MS - 1, 'HeldRequestApproved'],
  ['held', 'Approve', 'an administrator', person('bob', 'administrator'), 0, 'HeldRequestApproved'],
  ['held', 'Decline', 'a second person', bob, 0, 'HeldRequestDeclined'],
  ['held', 'Withdraw', 'the sender', ann, 0, 'HeldRequestWithdrawn'],
  ['held', 'Withdraw', 'the sender who now only views', person('ann', 'viewer'), 0, 'HeldRequestWithdrawn'],
]
const commandOf = (kind: HeldRequestCommand['kind'], actor: HeldRequestActor): HeldRequestCommand =>
  kind === 'Expire' || kind === 'Cancel' ? { kind } : { kind, actor }

describe('11.15 a held request is decided once, by a second person who trades', () => {
  it.each(table)('11.15 %s: %s by %s (%o) after %i ms gives "%s"', (given, kind, _title, actor, afterMs, then) => {
    const before = states[given]!
    const answer = decide(before, commandOf(kind, actor), later(afterMs))
    expect(isRefusal(answer) ? answer.refused : answer.map((event) => event.kind).join()).toBe(then)
    if (isRefusal(answer) || answer.length === 0) return
    expect(answer.reduce(evolve, before).state).toBe(transitions[before.state][kind])
  })

  it('11.15 it waits for a minute, or until its own deadline if that is earlier', () => {
    expect(heldUntil(noon, undefined)).toBe(noon + 60_000)
    expect(heldUntil(noon, noon + 5_000)).toBe(noon + 5_000)
    expect(heldUntil(noon, noon + 90_000)).toBe(noon + 60_000)
  })

  it('11.15 the refusal of an ended request names how it ended', () => {
    const refusal = decide(states['declined']!, { kind: 'Approve', actor: bob }, noon)
    expect(refusal).toMatchObject({
      message: 'The request no longer waits for approval: declined. Send it again to ask for approval.',
    })
    expect(Object.values(states).map(({ state }) => display(state))).toEqual([
      ...['Waiting for approval', 'Approved', 'Declined', 'Withdrawn', 'Cancelled', 'Expired'],
    ])
  })
})
