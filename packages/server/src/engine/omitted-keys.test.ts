import { describe, expect, it } from 'vitest'
import { OmittedKeys } from './omitted-keys.ts'

const DAY = 86_400_000
const namesOf = (who: string): readonly string[] => Array.from({ length: 100_000 }, (_, n) => `ORRY ${who}\n${n.toString(36)}`)

describe('keys that memory has left out', () => {
  it('are all known for their time, and of others hardly any', () => {
    const keys = new OmittedKeys(DAY)
    const added = namesOf('u_1')
    added.forEach((name, place) => keys.add(name, place * 800))
    expect(added.filter((name) => !keys.mayHave(name))).toEqual([])
    expect(namesOf('u_2').filter((name) => keys.mayHave(name)).length).toBeLessThan(100)
  })

  it('are gone after two more of those times', () => {
    const keys = new OmittedKeys(DAY)
    keys.add('old', 0)
    keys.add('newer', DAY)
    expect([keys.mayHave('old'), keys.mayHave('newer')]).toEqual([true, true])
    keys.add('newest', 2 * DAY)
    expect([keys.mayHave('old'), keys.mayHave('newer'), keys.mayHave('newest')]).toEqual([false, true, true])
  })
})
