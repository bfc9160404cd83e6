import { describe, expect, it } from 'vitest'
import type { Audience, Notification } from '../../engine/engine.ts'
import { latersOf, leftFor, positionIn } from './position.ts'

const notification = (seq: number, audience: Audience, channel = 'rfqs', group = 1): Notification => ({
  ...{ shard: { name: `shard ${group}`, group }, decision: seq, seq, audience, channel, event: 'ADDED', data: {} },
})
const ORRY = ['desk:ORRY', 'user:u_1', 'everybody'] as const
const KEST = ['desk:KEST', 'user:u_2', 'everybody'] as const

/** `seq` and the remaining count of the notifications that a reader of the channel gets. */
function readBy(audiences: readonly Audience[], notifications: readonly Notification[], channel = 'rfqs'): readonly string[] {
  const laters = latersOf(notifications)
  return notifications.flatMap((one, place) => {
    if (one.channel !== channel || !audiences.includes(one.audience)) return []
    const { seq, left } = positionIn(one.seq, leftFor(laters[place]!, audiences))
    return [`${one.shard.group}:${seq}/${left}`]
  })
}

describe('the position of a message', () => {
  it('of a decision that says one thing is the number of the decision', () => {
    expect(readBy(ORRY, [notification(3, 'desk:ORRY'), notification(5, 'everybody')])).toEqual(['1:3/0', '1:5/0'])
  })

  it('is another for each message of one decision, and only the last has the number of the decision', () => {
    expect(
      readBy(ORRY, [
        notification(3, 'desk:ORRY'),
        notification(7, 'desk:ORRY'),
        notification(7, 'desk:ORRY'),
        notification(7, 'desk:ORRY'),
        notification(8, 'desk:ORRY'),
      ]),
    ).toEqual(['1:3/0', '1:6/2', '1:6/1', '1:7/0', '1:8/0'])
  })

  it('counts what the reader hears, of its desk, its person and everybody together, and nothing that others hear', () => {
    const notifications = [
      notification(7, 'desk:ORRY'),
      notification(7, 'desk:KEST'),
      notification(7, 'everybody'),
      notification(7, 'user:u_1'),
      notification(7, 'desk:KEST'),
    ]
    expect(readBy(ORRY, notifications)).toEqual(['1:6/2', '1:6/1', '1:7/0'])
    expect(readBy(KEST, notifications)).toEqual(['1:6/2', '1:6/1', '1:7/0'])
  })

  it('counts each channel and each group for itself', () => {
    const notifications = [
      notification(7, 'everybody'),
      notification(7, 'everybody', 'orders'),
      notification(7, 'everybody'),
      notification(7, 'everybody', 'rfqs', 2),
    ]
    expect(readBy(ORRY, notifications)).toEqual(['1:6/1', '1:7/0', '2:7/0'])
    expect(readBy(ORRY, notifications, 'orders')).toEqual(['1:7/0'])
  })
})
