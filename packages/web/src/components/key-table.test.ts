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
  ...{ key, code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
  ...held,
})

/** The row under the digits, the home row and the row below it, as each keyboard labels them. */
const CODES =
  'KeyQ KeyW KeyE KeyR KeyT KeyY KeyU KeyI KeyO KeyP BracketLeft BracketRight KeyA KeyS KeyD KeyF KeyG KeyH KeyJ KeyK KeyL Semicolon Quote KeyZ KeyX KeyC KeyV KeyB KeyN KeyM'
const alphabets = {
  Russian: 'й ц у к е н г ш щ з х ъ ф ы в а п р о л д ж э я ч с м и т ь',
  Greek: "; ς ε ρ τ υ θ ι ο π [ ] α σ δ φ γ η ξ κ λ Dead ' ζ χ ψ ω β ν μ",
  Hebrew: "/ ' ק ר א ט ו ן ם פ ] [ ש ד ג כ ע י ח ל ך ף , ז ס ב ה נ מ צ",
  Arabic: 'ض ص ث ق ف غ ع ه خ ح ج د ش س ي ب ل ا ت ن م ك ط ئ ء ؤ ر لا ى ة',
  'US International': 'q w e r t y u i o p [ ] a s d f g h j k l ; Dead z x c v b n m',
  Dvorak: "' , . p y f g c r l / = a o e u i d h t n s - ; q j k x b m",
  AZERTY: 'a z e r t y u i o p Dead $ q s d f g h j k l m ù w x c v b n ,',
}

/** The key press by which a user means a key of the table: the key that types it, or else the one in its place. */
function pressOn(alphabet: string, text: string): KeyPress {
  const [key = '', ...held] = text.split('+').toReversed()
  const isHeld = (modifier: string) => held.includes(modifier)
  const latin = key.toLowerCase()
  const written = alphabet.split(' ')
  const place = CODES.split(' ').indexOf(placeOf(key))
  // A Latin keyboard without the sign at its usual place has it elsewhere, often with AltGr.
  const isElsewhere = places[key] !== undefined && /^[ -\u024f]$/.test(written[place] ?? '')
  const at = written.includes(latin) ? written.indexOf(latin) : isElsewhere ? -1 : place
  const code = CODES.split(' ')[at]
  const writes = written[at] ?? key
  const isUpper = isHeld('Shift') && writes.length === 1
  return press(code === undefined ? (key === 'Space' ? ' ' : key) : isUpper ? writes.toUpperCase() : writes, {
    ...{ code: code ?? key, ctrlKey: isHeld('Mod'), altKey: isHeld('Alt'), shiftKey: isHeld('Shift') },
  })
}

const places: Readonly<Record<string, string>> = { '[': 'BracketLeft', ']': 'BracketRight', ';': 'Semicolon', "'": 'Quote' }
const placeOf = (key: string): string => places[key] ?? `Key${key}`

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

  it.each(Object.entries(alphabets))('has every key on a keyboard in %s', (_, alphabet) => {
    const all = keyNames.flatMap((name) => keyRow(name).keys.map((key) => [name, key] as const))
    expect(all.filter(([name, key]) => !isKey(name, pressOn(alphabet, key)))).toEqual([])
  })

  it.each([
    ['a Cyrillic letter', 'newRfq', press('т', { code: 'KeyN' }), true],
    ['with Shift', 'pullMine', press('Ч', { code: 'KeyX', shiftKey: true }), true],
    ['without its Shift', 'pullMine', press('ч', { code: 'KeyX' }), false],
    ['with Ctrl', 'commands', press('л', { code: 'KeyK', ctrlKey: true }), true],
    ['the question mark of another alphabet', 'keyList', press('؟', { code: 'Slash', shiftKey: true }), true],
    ['the slash of another alphabet', 'filter', press('ظ', { code: 'Slash' }), true],
    ['a dead quotation mark', 'skewUp', press('Dead', { code: 'Quote', shiftKey: true }), false],
    ['the second sign of a key', 'narrower', press('Х', { code: 'BracketLeft', shiftKey: true }), false],
    ['Dvorak, where a Latin letter has another place', 'newRfq', press('b', { code: 'KeyN' }), false],
    ['AZERTY, where a sign has the place of a letter', 'protections', press(',', { code: 'KeyM' }), false],
    ['the dotless i', 'compareVenues', press('ı', { code: 'KeyI', ctrlKey: true }), true],
    ['an input method that hides the letter', 'newRfq', press('Process', { code: 'KeyN' }), true],
    ['an input method that takes Enter', 'enter', press('Process', { code: 'Enter' }), false],
    ['a letter of another language', 'narrower', press('ü', { code: 'BracketLeft' }), false],
  ] as const)('understands %s', (_, name, pressed, isMeant) => {
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
