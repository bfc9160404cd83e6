import { describe, expect, it } from 'vitest'
import { createSemaphore } from './semaphore.ts'

/** Work that ends when the test decides. */
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
    const semaphore = createSemaphore({ atOnce: 2, waitingMost: 5 })
    const { started, work, end } = controlled()
    const done = ['a', 'b', 'c', 'd'].map((name) => semaphore.take('Usual', work(name)))
    const urgent = semaphore.take('First', work('e'))
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
    const semaphore = createSemaphore({ atOnce: 1, waitingMost: 1 })
    const { work, end } = controlled()
    const first = semaphore.take('Usual', work('a'))
    const second = semaphore.take('Usual', work('b'))
    expect(semaphore.take('Usual', work('c'))).toBeUndefined()
    const urgent = semaphore.take('First', work('d'))
    expect(urgent).toBeDefined()
    end('a')
    await first
    end('d')
    await urgent
    end('b')
    expect(await second).toBe('b')
  })

  it('that fails gives its turn on', async () => {
    const semaphore = createSemaphore({ atOnce: 1, waitingMost: 1 })
    const failing = semaphore.take('Usual', () => Promise.reject(new Error('broken')))
    const after = semaphore.take('Usual', () => Promise.resolve('done'))
    await expect(failing).rejects.toThrow('broken')
    expect(await after).toBe('done')
    expect(await semaphore.take('Usual', () => Promise.resolve('again'))).toBe('again')
  })
})
