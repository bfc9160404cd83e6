/** Every handled key is in the table, every key in the table is handled, and the guide lists the same keys. */
import { describe, expect, it } from 'vitest'
import { isKey, keyNames, keyRow, keyTexts, type KeyPress } from './key-table.ts'

const sources = Object.entries(
  import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.ts', '!./key-table.ts'], { query: '?raw', import: 'default', eager: true }),
)
const [guide = ''] = Object.values(
  import.meta.glob<string>('../../../../docs/guides/keys.md', { query: '?raw', import: 'default', eager: true }),
)

const readsKeys = /\b(?:event|press|keyboard)\.(?:key|code|keyCode|which)\b/
const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  ...{ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
  ...held,
})

describe('the table of keys', () => {
  it('is the only place that reads keys of events', () => {
    expect(sources.length).toBeGreaterThan(100)
    expect(sources.filter(([, text]) => readsKeys.test(text)).map(([path]) => path)).toEqual([])
  })

  it.each(keyNames)('has a handler for %s', (name) => {
    const handled = new RegExp(`isKey\\('${name}'|\\b${name}(?::|,| })|key: '${name}'`)
    const files = sources.filter(([, text]) => /\b(?:runKey|isKey|useScreenKeys)\(/.test(text) && handled.test(text))
    expect(files.length, `${keyRow(name).what}: no handler`).toBeGreaterThan(0)
  })

  it('gives no key two meanings in one place', () => {
    const all = keyNames.flatMap((name) => keyRow(name).keys.map((key) => `${keyRow(name).where}: ${key}`))
    expect(all.filter((one, at) => all.indexOf(one) !== at)).toEqual([])
  })

  it.each([
    ['newRfq', press('n'), true],
    ['newRfq', press('N', { shiftKey: true }), false],
    ['newRfq', press('n', { ctrlKey: true }), false],
    ['stopMe', press('K', { shiftKey: true }), true],
    ['stopMe', press('k'), false],
    ['commands', press('k', { ctrlKey: true }), true],
    ['commands', press('k', { metaKey: true }), true],
    ['keyList', press('?', { shiftKey: true }), true],
    ['filter', press('/', { ctrlKey: true, altKey: true }), true],
    ['filter', press('/', { ctrlKey: true }), false],
    ['up', press('ArrowUp', { shiftKey: true }), true],
    ['up', press('ArrowUp', { altKey: true }), false],
    ['select', press(' '), true],
    ['enter', press('Enter', { ctrlKey: true }), false],
  ] as const)('%s by %o: %s', (name, pressed, isMeant) => {
    expect(isKey(name, pressed)).toBe(isMeant)
  })

  it('names keys as their platform does', () => {
    expect(keyTexts('sendRfq', 'OTHER')).toEqual(['Ctrl ↵'])
    expect(keyTexts('sendRfq', 'APPLE')).toEqual(['⌘↵'])
  })

  it('is the guide of keys, row by row', () => {
    const places = [...Map.groupBy(keyNames, (name) => keyRow(name).where)]
    const rows = places.flatMap(([where, names]) => [
      `## ${where}`,
      ...names.map((name) => {
        const [other, apple] = [keyTexts(name, 'OTHER').join(' or '), keyTexts(name, 'APPLE').join(' or ')]
        return `${keyRow(name).what} = ${other === apple ? other : `${other}, on a Mac ${apple}`}`
      }),
    ])
    const lines = guide.split('\n').flatMap((line) => {
      if (line.startsWith('## ')) return [line]
      const cells = line.split('|').map((cell) => cell.trim())
      return cells.length === 4 && cells[2] !== 'keys' && !cells[1]!.startsWith('-') ? [`${cells[1]} = ${cells[2]}`] : []
    })
    expect(lines).toEqual(rows)
  })
})
