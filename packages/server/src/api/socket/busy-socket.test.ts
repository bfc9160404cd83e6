import { wireLimits } from '@parley/contracts'
import { describe, expect, it } from 'vitest'
import type { TestSocket } from '../../../test/product.ts'
import { createMarket, serve } from '../../../test/socket-market.ts'

describe('a socket that asks for too much', () => {
  const few = { perSecond: 0.001, burst: 3 }
  const next = async (socket: TestSocket, frame: unknown) => {
    socket.send(frame)
    return (await socket.next()) as { error?: { message: string } }
  }

  it.each<[string, unknown]>([
    ['no JSON', '{{{'],
    ['no request', '[1]'],
    ['no id that can be read', '{"id":{},"jsonrpc":"2.0","method":"heartbeat"}'],
    ['an unknown method', { id: 1, jsonrpc: '2.0', method: 'shout' }],
  ])('of frames with %s has three answered, and the others are too many', async (_what, frame) => {
    const { open } = await serve(createMarket(), { lists: [], frames: few })
    const socket = await open()
    for (let each = 0; each < 3; each++) expect((await next(socket, frame)).error?.message).not.toMatch(/^Too many frames/)
    expect((await next(socket, frame)).error?.message).toMatch(/^Too many frames/)
  })

  it('with the others of its desk is counted together with them; one heartbeat a second stays free', async () => {
    const { open } = await serve(createMarket(), { lists: [], deskFrames: few, now: () => 1_000_000 })
    const [one, other] = [await open(), await open()]
    for (const socket of [one, other, one]) expect((await next(socket, '{{{')).error?.message).not.toMatch(/^Too many frames/)
    expect((await next(other, '{{{')).error?.message).toMatch(/^Too many frames/)
    const beat = { id: 7, jsonrpc: '2.0', method: 'heartbeat' }
    expect(await next(other, beat)).toEqual({ id: 7, jsonrpc: '2.0' })
    expect((await next(other, beat)).error?.message).toMatch(/^Too many frames/)
  })

  it('reads eight lists at a time with all its desk has open, and the others after them', async () => {
    const reading: (() => void)[] = []
    const lists = Array.from({ length: 12 }, () => () => new Promise<object[]>((resolve) => reading.push(() => resolve([]))))
    const { open } = await serve(createMarket(), { lists })
    const sockets = await Promise.all(Array.from({ length: 12 }, () => open('&cancel_on_disconnect=false')))
    for (const [id, socket] of sockets.entries()) {
      socket.send({ id, jsonrpc: '2.0', method: 'subscribe', params: { channel: 'rfqs', snapshot: true } })
      await socket.next((frame) => frame['id'] === id)
    }
    const snapshots = () => sockets.filter(({ frames }) => JSON.stringify(frames).includes('"SNAPSHOT"')).length
    expect([reading.length, snapshots()]).toEqual([8, 0])
    for (const answer of reading.splice(0, 3)) answer()
    await expect.poll(() => [reading.length, snapshots()]).toEqual([8, 3])
    for (const answer of reading.splice(0)) answer()
    await expect.poll(() => reading.length).toBe(1)
    reading[0]!()
    await expect.poll(snapshots).toBe(12)
  })

  it('counts from its handshake on: of sixty that come before the first is written down, fifty are let in', async () => {
    let write = (): void => undefined
    const written = new Promise<void>((resolve) => (write = resolve))
    const lines: object[] = []
    const { open, side } = await serve(createMarket(), { lists: [], arrived: () => written, lines })
    const opening = Array.from({ length: 60 }, () =>
      open('').then(
        () => 'open',
        (error: { status: number }) => error.status,
      ),
    )
    await expect.poll(() => lines.length).toBe(1)
    expect(lines[0]).toMatchObject({ error: 'RateLimited', call: 'GET /v2/drfq/' })
    write()
    const all = await Promise.all(opening)
    expect(all.filter((each) => each === 'open')).toHaveLength(wireLimits.socketsPerKey)
    expect(all.filter((each) => each === 429)).toHaveLength(10)
    await expect.poll(() => side.count()).toBe(wireLimits.socketsPerKey)
  })
})
