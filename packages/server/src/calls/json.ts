/** JSON from outside: strict UTF-8, limited nesting, no key that reaches a prototype, no text that the database cannot store. */
import { wireLimits } from '@parley/contracts'
import { fault, type Fault } from './fault.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

export function parseJson(bytes: Uint8Array): { readonly value: unknown } | Fault {
  let value: unknown
  try {
    value = JSON.parse(utf8.decode(bytes))
  } catch {
    return fault('ParseError', 'The text is not JSON in UTF-8.')
  }
  return faultIn(value) ?? { value }
}

/** Breadth first, so that depth needs no stack. */
function faultIn(root: unknown): Fault | undefined {
  let level: { readonly value: unknown; readonly path: string }[] = [{ value: root, path: '' }]
  for (let depth = 0; level.length > 0; depth++) {
    const next: typeof level = []
    for (const { value, path } of level) {
      if (typeof value === 'string' && !isStorable(value)) return unstorable(path)
      if (typeof value !== 'object' || value === null) continue
      if (depth >= wireLimits.jsonDepth) return fault('InvalidRequest', `JSON can be nested at most ${wireLimits.jsonDepth} levels deep.`)
      for (const key of Object.keys(value)) {
        if (key === '__proto__') return fault('InvalidParams', 'A member with this name is not accepted.', { member: '__proto__' })
        if (!isStorable(key)) return unstorable(path)
        next.push({ value: (value as Record<string, unknown>)[key], path: path === '' ? key.slice(0, 64) : `${path}.${key.slice(0, 64)}` })
      }
    }
    level = next
  }
  return undefined
}

/** PostgreSQL can store neither the null character nor half a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed()

const unstorable = (member: string): Fault =>
  fault('InvalidParams', 'Text must not contain null characters or unpaired surrogates.', { member: member === '' ? 'body' : member })
