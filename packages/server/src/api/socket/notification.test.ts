import { describe, expect, it } from 'vitest'
import { atMost, channelList, type ChannelList } from '../../calls/channel.ts'
import { notificationText, snapshotText, streamText } from './notification.ts'

const notification = { data: { id: 'r_1' }, event: 'ADDED' as const, shard: { group: 1 } }

describe('a notification', () => {
  // Proves W 1.5.
  it.each([
    ['of what has happened', notificationText('rfqs', notification, { seq: 7, left: 0 }, undefined, 1)],
    ['of one of several things at once', notificationText('rfqs', notification, { seq: 7, left: 2 }, { seq: 6, left: 0 }, 1)],
    ['of a whole list', snapshotText('rfqs', [{ id: 'r_1' }], new Map([[1, 7]]), 1)],
    ['of a stream', streamText('bbo.r_1', { rfq_id: 'r_1' }, 7, 1)],
    ['of a list that has no room for everything', snapshotText('rfqs', { cut: [{ id: 'r_1' }] }, new Map([[1, 7]]), 1)],
  ])('%s has no id, not even null: by that clients tell it from an answer', (_what, text) => {
    const frame = JSON.parse(text) as { readonly params: object }
    expect(Object.keys(frame)).toEqual(['jsonrpc', 'method', 'params'])
    expect(frame).toMatchObject({
      jsonrpc: '2.0',
      method: 'subscription',
      params: { channel: expect.any(String), data: expect.anything() },
    })
  })

  it('says of a list whether it is whole', () => {
    const metaOf = (list: ChannelList) => JSON.parse(snapshotText('rfqs', list, new Map([[1, 7]]), 1)).params.meta
    const { rows, isCut } = atMost([{ id: 'r_3' }, { id: 'r_2' }, { id: 'r_1' }], 2)
    const full = atMost(rows, 2)
    expect(metaOf(channelList(rows, isCut))).toMatchObject({ truncated: true, positions: { 1: 7 } })
    expect(metaOf(channelList(full.rows, full.isCut))).not.toHaveProperty('truncated')
    expect(rows).toEqual([{ id: 'r_3' }, { id: 'r_2' }])
  })
})
