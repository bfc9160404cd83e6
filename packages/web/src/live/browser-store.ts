/** Values that the browser keeps between visits. If it cannot, that is reported, and the page keeps them in memory until it is closed. */
import { report, type Report } from './report.ts'

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

export type BrowserStore = {
  readonly read: (key: string) => string | undefined
  readonly keep: (key: string, text: string) => void
  readonly forget: (key: string) => void
}

/** Values that survive a full store: the sign-in and the screen settings. */
const PROTECTED = /^(token|last-route(-of)?|theme|times)$|filter|dismissed/

/** `open` throws in a browser that stores nothing for the page. */
export function createBrowserStore(open: () => Shelf, reportFailure: Report): BrowserStore {
  const memory = new Map<string, string>()
  const isReported = new Set<string>()
  const reportOnce: Report = (words, error, severity) => {
    if (!isReported.has(words)) reportFailure(words, error, severity)
    isReported.add(words)
  }

  function write(key: string, text: string): void {
    try {
      open().setItem(key, text)
    } catch (error) {
      if (!isFull(error)) throw error
      // Clears everything that can be recreated, then tries once more.
      for (const other of keysOf(open())) if (!PROTECTED.test(other)) open().removeItem(other)
      open().setItem(key, text)
    }
  }

  return {
    read(key) {
      if (memory.has(key)) return memory.get(key)
      try {
        return open().getItem(key) ?? undefined
      } catch (error) {
        reportOnce('The browser storage could not be read.', error)
        return undefined
      }
    },
    keep(key, text) {
      try {
        write(key, text)
        memory.delete(key)
      } catch (error) {
        memory.set(key, text)
        reportOnce('The browser cannot save settings. They are lost when the page closes.', error, 'FATAL')
      }
    },
    forget(key) {
      memory.delete(key)
      try {
        open().removeItem(key)
      } catch (error) {
        reportOnce('The browser storage could not be changed.', error)
      }
    },
  }
}

const isFull = (error: unknown): boolean => error instanceof DOMException && /quota/i.test(error.name)

const keysOf = (shelf: Shelf): readonly string[] =>
  Array.from({ length: shelf.length }, (_, index) => shelf.key(index)).filter((key) => key !== null)

export const { read, keep, forget } = createBrowserStore(() => localStorage, report)
