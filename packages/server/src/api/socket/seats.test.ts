import { wireLimits } from '@parley/contracts'
import type { DeskId } from '@parley/core'
import { describe, expect, it } from 'vitest'
import { Seats } from './seats.ts'

const ORRY = 'ORRY' as DeskId
const KEST = 'KEST' as DeskId
const { socketsPerKey, socketsPerDesk } = wireLimits

describe('seats for sockets', () => {
  it('of a key are given out before any of its sockets is open, and one that leaves makes room', () => {
    const seats = new Seats()
    const key = { via: 'k_1', desk: ORRY }
    for (let each = 0; each < socketsPerKey; each++) expect(seats.take(key)).toBeUndefined()
    expect(seats.take(key)).toMatchObject({ fault: 'RateLimited', message: `A key can have at most ${socketsPerKey} sockets.` })
    expect(seats.take({ via: 'k_2', desk: ORRY })).toBeUndefined()
    seats.leave(key)
    expect(seats.take(key)).toBeUndefined()
  })

  it('of a desk are as many however many keys and sessions it has, and no other desk has fewer', () => {
    const seats = new Seats()
    for (let each = 0; each < socketsPerDesk; each++) expect(seats.take({ via: `k_${each}`, desk: ORRY })).toBeUndefined()
    expect(seats.take({ via: 'another', desk: ORRY })).toMatchObject({ message: `A desk has at most ${socketsPerDesk} sockets.` })
    expect(seats.take({ via: 'k', desk: KEST })).toBeUndefined()
  })

  it('of the installation are said to be those of everybody', () => {
    const seats = new Seats(1)
    seats.take({ via: 'k_1', desk: ORRY })
    expect(seats.take({ via: 'k_2', desk: KEST })?.message).toMatch(/^All sockets of this installation are in use/)
  })
})
