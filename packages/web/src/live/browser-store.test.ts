import { describe, expect, it } from 'vitest'
import { createBrowserStore } from './browser-store.ts'

const full = () => new DOMException('no room', 'QuotaExceededError')

/** A browser store with a limited number of characters, like the real one. */
function shelfOf(charactersMost: number, held: Readonly<Record<string, string>> = {}) {
  const kept = new Map(Object.entries(held))
  const size = () => [...kept].join('').length
  return {
    kept,
    shelf: {
      get length() {
        return kept.size
      },
      key: (index: number) => [...kept.keys()][index] ?? null,
      getItem: (key: string) => kept.get(key) ?? null,
      removeItem: (key: string) => void kept.delete(key),
      setItem(key: string, text: string) {
        const before = kept.get(key)
        kept.set(key, text)
        if (size() <= charactersMost) return
        if (before === undefined) kept.delete(key)
        else kept.set(key, before)
        throw full()
      },
    },
  }
}

describe("the browser's store", () => {
  it('keeps, reads and forgets', () => {
    const { shelf, kept } = shelfOf(1_000)
    const reported: string[] = []
    const store = createBrowserStore(
      () => shelf,
      (words) => reported.push(words),
    )
    store.keep('token', 'ps_1')
    expect(store.read('token')).toBe('ps_1')
    store.forget('token')
    expect(store.read('token')).toBeUndefined()
    expect([kept.size, reported]).toEqual([0, []])
  })

  // Proves A 10.20, T 8.20, T 9.57.
  it('that is full is cleared of everything that can be recreated, and tried once more', () => {
    const held = { token: 'ps_1', 'last-route': '/fs', 'flow-filter:u_1': 'ALL', 'install-dismissed': '1', messagesQueue: 'x'.repeat(200) }
    const { shelf, kept } = shelfOf(300, held)
    const reported: string[] = []
    const store = createBrowserStore(
      () => shelf,
      (words) => reported.push(words),
    )
    store.keep('theme', 'y'.repeat(100))
    expect([...kept.keys()].toSorted()).toEqual(['flow-filter:u_1', 'install-dismissed', 'last-route', 'theme', 'token'])
    expect(reported).toEqual([])
  })

  // Proves A 8.34, A 10.20, T 8.21.
  it('that stays full is reported once, and the page goes on with its own memory', () => {
    const { shelf, kept } = shelfOf(20, { token: 'ps_1' })
    const reported: string[] = []
    const store = createBrowserStore(
      () => shelf,
      (words, _error, severity) => reported.push(`${severity}: ${words}`),
    )
    store.keep('theme', 'z'.repeat(100))
    store.keep('last-route', 'z'.repeat(100))
    expect(store.read('theme')).toBe('z'.repeat(100))
    expect([...kept.keys()]).toEqual(['token'])
    expect(reported).toEqual(['FATAL: The browser cannot save settings. They are lost when the page closes.'])
  })

  // Proves A 8.34, A 8.35.
  it('that is refused to the page is reported, and nothing fails', () => {
    const reported: string[] = []
    const refused = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    const store = createBrowserStore(refused, (words) => reported.push(words))
    expect(store.read('token')).toBeUndefined()
    store.keep('token', 'ps_1')
    expect(store.read('token')).toBe('ps_1')
    store.forget('token')
    expect(store.read('token')).toBeUndefined()
    expect(reported).toHaveLength(3)
  })
})
