import { describe, expect, it } from 'vitest'
import type { Caller } from '../../calls/route.ts'
import type { Proof } from './handshake.ts'
import { Presence } from './cancel-on-disconnect.ts'

const key = { via: 'k_1' } as Caller
type Step = readonly [what: 'opens' | 'closes', proof: Proof, cancels?: boolean]

describe('2.15 the orders of a key are cancelled when its sockets are gone', () => {
  it.each<[string, readonly Step[], number]>([
    [
      'a named socket that asked for it',
      [
        ['opens', 'NAMED', true],
        ['closes', 'NAMED'],
      ],
      1,
    ],
    [
      'a named socket that did not',
      [
        ['opens', 'NAMED', false],
        ['closes', 'NAMED'],
      ],
      0,
    ],
    [
      'not while a signed socket is open',
      [
        ['opens', 'PROVED', true],
        ['opens', 'NAMED', true],
        ['closes', 'NAMED'],
      ],
      0,
    ],
    [
      'not while another named socket is open',
      [
        ['opens', 'NAMED', true],
        ['opens', 'NAMED', false],
        ['closes', 'NAMED'],
      ],
      0,
    ],
    [
      'the last of two, if either asked',
      [
        ['opens', 'NAMED', true],
        ['opens', 'NAMED', false],
        ['closes', 'NAMED'],
        ['closes', 'NAMED'],
      ],
      1,
    ],
    [
      'the last signed one, although a named one is open',
      [
        ['opens', 'PROVED', true],
        ['opens', 'NAMED', false],
        ['closes', 'PROVED'],
      ],
      1,
    ],
    [
      'not if no signed socket asked',
      [
        ['opens', 'PROVED', false],
        ['opens', 'NAMED', false],
        ['closes', 'PROVED'],
      ],
      0,
    ],
  ])('%s', (_what, steps, times) => {
    let gone = 0
    const presence = new Presence(() => void (gone += 1))
    for (const [what, proof, cancels = false] of steps) {
      if (what === 'opens') presence.opened(key, proof, cancels)
      else presence.closed(key, proof)
    }
    expect(gone).toBe(times)
  })
})
