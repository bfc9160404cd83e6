/**
 * Every keyboard shortcut of the application. The handlers, the hints on buttons, the list under `?` and docs/guides/keys.md are generated from it.
 * Pure.
 */

export type KeyPlace =
  | 'Everywhere'
  | 'Table'
  | 'RFQs you quote'
  | 'Ticket'
  | 'New RFQ'
  | 'Spreads'
  | 'Open Orders'
  | 'History tables and post-trade card'
  | 'Fields'
  | 'Lists, tabs and choices'

type KeyRow = {
  /** Each entry is one combination: `N`, `Shift+K`, `Mod+Enter`. Mod is Ctrl, or ⌘ on a Mac. */
  readonly keys: readonly string[]
  readonly where: KeyPlace
  readonly what: string
}

export const keyTable = {
  newRfq: { keys: ['N'], where: 'Everywhere', what: 'New RFQ' },
  filter: { keys: ['/'], where: 'Everywhere', what: 'Filter the table, or paste an RFQ line' },
  commands: { keys: ['Mod+K'], where: 'Everywhere', what: 'Commands' },
  protections: { keys: ['M'], where: 'Everywhere', what: 'Desk protections' },
  enterTable: { keys: ['ArrowDown'], where: 'Everywhere', what: 'Go to the table' },
  pullMine: { keys: ['Shift+X'], where: 'Everywhere', what: 'Hold for 0.6 s: cancel all of your orders' },
  stopMe: { keys: ['Shift+K'], where: 'Everywhere', what: 'Hold for 0.6 s: cancel all of your orders and stop your trading' },
  keyList: { keys: ['?'], where: 'Everywhere', what: 'Show this list' },
  back: { keys: ['Escape'], where: 'Everywhere', what: 'Cancel or close the topmost item' },

  pin: { keys: ['P'], where: 'Table', what: 'Pin or unpin the row' },
  nextPage: { keys: ['PageDown'], where: 'Table', what: 'One page down' },
  previousPage: { keys: ['PageUp'], where: 'Table', what: 'One page up' },
  firstRow: { keys: ['Home'], where: 'Table', what: 'First row' },
  lastRow: { keys: ['End'], where: 'Table', what: 'Last row' },

  select: { keys: ['Space'], where: 'RFQs you quote', what: 'Select the row, also in Open Orders' },
  quoteSelected: { keys: ['Mod+Enter'], where: 'RFQs you quote', what: 'Quote the selected RFQs' },
  pullRow: { keys: ['X'], where: 'RFQs you quote', what: 'Cancel your quotes in the row' },

  buy: {
    keys: ['B'],
    where: 'Ticket',
    what: 'Press twice within 4 s to buy. With 1-click, moves to the button. For a maker: the taker’s offer, or else the bid',
  },
  sell: {
    keys: ['S'],
    where: 'Ticket',
    what: 'Press twice within 4 s to sell. With 1-click, moves to the button. For a maker: the taker’s bid, or else the ask',
  },

  quote: { keys: ['Mod+Enter'], where: 'Ticket', what: 'Maker: send the quote and go to the next new RFQ' },
  pullHere: { keys: ['X'], where: 'Ticket', what: 'Maker: cancel your quotes here' },
  decline: { keys: ['D'], where: 'Ticket', what: 'Maker: decline with a reason' },
  narrower: { keys: ['['], where: 'Ticket', what: 'Maker: one step narrower' },
  wider: { keys: [']'], where: 'Ticket', what: 'Maker: one step wider' },
  skewDown: { keys: [';'], where: 'Ticket', what: 'Maker: move both sides down by one step of vol or price' },
  skewUp: { keys: ["'"], where: 'Ticket', what: 'Maker: move both sides up by one step of vol or price' },
  bothUp: { keys: ['Alt+ArrowUp'], where: 'Ticket', what: 'Maker: move both prices up one tick' },
  bothDown: { keys: ['Alt+ArrowDown'], where: 'Ticket', what: 'Maker: move both prices down one tick' },

  sendRfq: { keys: ['Mod+Enter'], where: 'New RFQ', what: 'Send, or open the market' },
  saveDraft: { keys: ['Mod+S'], where: 'New RFQ', what: 'Save as draft' },
  compareVenues: { keys: ['Mod+I'], where: 'New RFQ', what: 'Compare venues' },
  clearLegs: { keys: ['Mod+Backspace'], where: 'New RFQ', what: 'Clear the legs' },

  ladderUp: { keys: ['PageUp'], where: 'Spreads', what: 'Scroll the ladder half a page up' },
  ladderDown: { keys: ['PageDown'], where: 'Spreads', what: 'Scroll the ladder half a page down' },
  ladderMiddle: { keys: ['C'], where: 'Spreads', what: 'Centre the ladder on the middle of the book' },
  cancelBuys: { keys: ['Shift+B'], where: 'Spreads', what: 'Cancel all buy orders in all spreads' },
  cancelSells: { keys: ['Shift+S'], where: 'Spreads', what: 'Cancel all sell orders in all spreads' },

  pullOrder: { keys: ['Delete'], where: 'Open Orders', what: 'Cancel the order in the row, or all selected orders' },
  selectAll: { keys: ['Mod+A'], where: 'Open Orders', what: 'Select all' },

  askAgain: { keys: ['A'], where: 'History tables and post-trade card', what: 'Ask again. In a table: your own RFQs only' },
  reverse: { keys: ['R'], where: 'History tables and post-trade card', what: 'Card: RFQ to reverse the trade' },
  hedge: { keys: ['H'], where: 'History tables and post-trade card', what: 'Card: RFQ for the delta hedge' },
  roll: { keys: ['L'], where: 'History tables and post-trade card', what: 'Card: roll to the next expiry' },
  copyLine: { keys: ['C'], where: 'History tables and post-trade card', what: 'Copy line' },
  copyRecap: { keys: ['T'], where: 'History tables and post-trade card', what: 'Card: copy the trade as text' },

  up: { keys: ['ArrowUp'], where: 'Lists, tabs and choices', what: 'One up. In a price or quantity: one step, with Shift ten' },
  down: { keys: ['ArrowDown'], where: 'Lists, tabs and choices', what: 'One down. In a price or quantity: one step, with Shift ten' },
  left: { keys: ['ArrowLeft'], where: 'Lists, tabs and choices', what: 'One left' },
  right: { keys: ['ArrowRight'], where: 'Lists, tabs and choices', what: 'One right' },
  moveColumnLeft: { keys: ['Alt+ArrowLeft'], where: 'Table', what: 'In a heading: move the column left' },
  moveColumnRight: { keys: ['Alt+ArrowRight'], where: 'Table', what: 'In a heading: move the column right' },
  enter: { keys: ['Enter'], where: 'Lists, tabs and choices', what: 'Open the row, or confirm the choice or entry' },
} as const satisfies Readonly<Record<string, KeyRow>>

export type KeyName = keyof typeof keyTable
export const keyNames = Object.keys(keyTable) as readonly KeyName[]
export const keyRow = (name: KeyName): KeyRow => keyTable[name]

export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** The character that a key press types, or undefined. AltGr sets both Control and Alt and still types a character. */
export const writtenBy = ({ key, metaKey, ctrlKey, altKey }: KeyPress): string | undefined =>
  key.length === 1 && !metaKey && ctrlKey === altKey ? key : undefined
export const isTab = ({ key }: KeyPress): boolean => key === 'Tab'
export const isErasing = ({ key }: KeyPress): boolean => key === 'Backspace'

/** Whether the key press matches this key of the table. */
export const isKey = (name: KeyName, press: KeyPress): boolean => keyRow(name).keys.some((key) => matches(key, press))

/** Runs the first matching action and stops the event. */
export function runKey(
  press: KeyPress & { readonly preventDefault: () => void },
  actions: Readonly<Partial<Record<KeyName, (() => void) | undefined>>>,
): boolean {
  const name = keyNames.find((one) => actions[one] !== undefined && isKey(one, press))
  if (name === undefined) return false
  press.preventDefault()
  actions[name]?.()
  return true
}

type Chord = { readonly key: string; readonly isMod: boolean; readonly isShift: boolean; readonly isAlt: boolean }

function chordOf(text: string): Chord {
  const parts = text.split('+')
  const has = (part: string) => parts.slice(0, -1).includes(part)
  return { key: parts.at(-1)!, isMod: has('Mod'), isShift: has('Shift'), isAlt: has('Alt') }
}

/** Characters of Latin keyboards, and the names of keys that type nothing, such as `Enter`. */
const isLatin = (key: string): boolean => /^[\u0020-\u024f]+$/.test(key)
const SILENT = ['Dead', 'Process', 'Unidentified']
/** The signs of a US keyboard at these places. */
const signAt: Readonly<Record<string, string>> = { BracketLeft: '[', BracketRight: ']', Semicolon: ';', Quote: "'", Slash: '/' }

/**
 * The key that the table means. Latin letters and signs count by what the keyboard types, so that Dvorak and AZERTY work. A Cyrillic, Greek,
 * Hebrew or Arabic letter and a dead key are identified by their place.
 */
function meantBy({ key, code, shiftKey }: KeyPress): string {
  // The two letters i of Turkish keyboards.
  if (key === 'ı' || key === 'İ') return 'i'
  if (isLatin(key) && !SILENT.includes(key)) return key.toLowerCase()
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter !== undefined) return letter.toLowerCase()
  if (shiftKey) return code === 'Slash' ? '?' : ''
  return signAt[code] ?? ''
}

const isLetter = (key: string): boolean => /^[A-Z]$/.test(key)
const isSign = (key: string): boolean => key.length === 1 && !isLetter(key)

/** Shift matters for letters. Signs need Shift or AltGr on some keyboards, so it is ignored for them. */
function matches(text: string, press: KeyPress): boolean {
  const { key, isMod, isShift, isAlt } = chordOf(text)
  if (meantBy(press) !== (key === 'Space' ? ' ' : key.toLowerCase())) return false
  if (isSign(key)) return !press.metaKey && press.ctrlKey === press.altKey
  if ((press.ctrlKey || press.metaKey) !== isMod || press.altKey !== isAlt) return false
  return !isLetter(key) || press.shiftKey === isShift
}

export type Platform = 'APPLE' | 'OTHER'

const signs: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Enter: '↵',
  Backspace: '⌫',
  Escape: 'Esc',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
  Shift: '⇧',
}
const modifiers: Readonly<Record<Platform, Readonly<Record<string, string>>>> = {
  APPLE: { Mod: '⌘', Alt: '⌥' },
  OTHER: { Mod: 'Ctrl ', Alt: 'Alt ' },
}

/** `Ctrl ↵`, or `⌘↵` on a Mac: one text for each combination. */
export const keyTexts = (name: KeyName, platform: Platform): readonly string[] =>
  keyRow(name).keys.map((key) =>
    key
      .split('+')
      .map((part) => modifiers[platform][part] ?? signs[part] ?? part)
      .join(''),
  )

/** For `aria-keyshortcuts`. */
export const ariaKeys = (name: KeyName): string =>
  keyRow(name)
    .keys.map((key) => key.replace('Mod+', 'Control+'))
    .join(' ')
