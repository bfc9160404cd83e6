import { describe, expect, it } from 'vitest'
import { createTurns } from './turns.ts'

/** Work that ends when it is told to. */
function controlled() {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => () => {
    started.push(name)
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
  }
  return { started, work, end: (name: string) => ends.get(name)!() }
}

describe('work in turns', () => {
  it('is done a few at once, what is urgent before the rest, and all of it in the end', async () => {
    const turns = createTurns({ atOnce: 2, waitingMost: 5 })
    const { started, work, end } = controlled()
    const done = ['a', 'b', 'c', 'd'].map((name) => turns.take('Usual', work(name)))
    const urgent = turns.take('First', work('e'))
    expect(started).toEqual(['a', 'b'])
    end('a')
    await done[0]
    expect(started).toEqual(['a', 'b', 'e'])
    end('b')
    end('e')
    await urgent
    expect(started).toEqual(['a', 'b', 'e', 'c', 'd'])
    end('c')
    end('d')
    expect(await Promise.all(done)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('is turned away when too many wait, of either kind by itself', async () => {
    const turns = createTurns({ atOnce: 1, waitingMost: 1 })
    const { work, end } = controlled()
    const first = turns.take('Usual', work('a'))
    const second = turns.take('Usual', work('b'))
    expect(turns.take('Usual', work('c'))).toBeUndefined()
    const urgent = turns.take('First', work('d'))
    expect(urgent).toBeDefined()
    end('a')
    await first
    end('d')
    await urgent
    end('b')
    expect(await second).toBe('b')
  })

  it('that fails gives its turn on', async () => {
    const turns = createTurns({ atOnce: 1, waitingMost: 1 })
    const failing = turns.take('Usual', () => Promise.reject(new Error('broken')))
    const after = turns.take('Usual', () => Promise.resolve('done'))
    await expect(failing).rejects.toThrow('broken')
    expect(await after).toBe('done')
    expect(await turns.take('Usual', () => Promise.resolve('again'))).toBe('again')
  })
})
