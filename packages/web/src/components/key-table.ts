/** Every key of the application, once. The handlers, the keys on buttons, the list under `?` and docs/guides/keys.md are made from it. Pure. */

export type KeyPlace =
  | 'Everywhere'
  | 'Table'
  | 'Requests you quote'
  | 'Ticket'
  | 'New RFQ'
  | 'Spreads'
  | 'Open Orders'
  | 'History and post-trade card'
  | 'Fields'
  | 'Lists, tabs and choices'

type KeyRow = {
  /** One way each: `N`, `Shift+K`, `Mod+Enter`, where Mod is Ctrl, or ⌘ on a Mac. */
  readonly keys: readonly string[]
  readonly where: KeyPlace
  readonly what: string
}

export const keyTable = {
  newRfq: { keys: ['N'], where: 'Everywhere', what: 'New RFQ' },
  filter: { keys: ['/'], where: 'Everywhere', what: 'Filter the table, or paste a line' },
  commands: { keys: ['Mod+K'], where: 'Everywhere', what: 'Commands' },
  protections: { keys: ['M'], where: 'Everywhere', what: 'Protections of your desk' },
  enterTable: { keys: ['ArrowDown'], where: 'Everywhere', what: 'Into the table' },
  pullMine: { keys: ['Shift+X'], where: 'Everywhere', what: 'Held for 0.6 s: pull all that is yours' },
  stopMe: { keys: ['Shift+K'], where: 'Everywhere', what: 'Held for 0.6 s: pull all that is yours, and take nothing more from you' },
  keyList: { keys: ['?'], where: 'Everywhere', what: 'This list' },
  back: { keys: ['Escape'], where: 'Everywhere', what: 'Take back or close the nearest: a first press, a message, a dialog, the ticket' },

  pin: { keys: ['P'], where: 'Table', what: 'Pin the row, or take the pin out' },
  nextPage: { keys: ['PageDown'], where: 'Table', what: 'A page of rows down' },
  previousPage: { keys: ['PageUp'], where: 'Table', what: 'A page of rows up' },
  firstRow: { keys: ['Home'], where: 'Table', what: 'The first row' },
  lastRow: { keys: ['End'], where: 'Table', what: 'The last row' },

  select: { keys: ['Space'], where: 'Requests you quote', what: 'Select the row, also in Open Orders' },
  quoteSelected: { keys: ['Mod+Enter'], where: 'Requests you quote', what: 'Quote the selected ones' },
  pullRow: { keys: ['X'], where: 'Requests you quote', what: 'Pull yours in the row' },

  buy: {
    keys: ['B'],
    where: 'Ticket',
    what: 'Twice, within 4 s: buy; with 1-click only to the button. For a maker: the taker’s offer, or where there is none to the bid',
  },
  sell: {
    keys: ['S'],
    where: 'Ticket',
    what: 'Twice, within 4 s: sell; with 1-click only to the button. For a maker: the taker’s bid, or where there is none to the ask',
  },

  quote: { keys: ['Mod+Enter'], where: 'Ticket', what: 'Maker: quote, and go on to the next new request' },
  pullHere: { keys: ['X'], where: 'Ticket', what: 'Maker: pull your quotes here' },
  decline: { keys: ['D'], where: 'Ticket', what: 'Maker: decline, with a reason' },
  narrower: { keys: ['['], where: 'Ticket', what: 'Maker: narrower by one step' },
  wider: { keys: [']'], where: 'Ticket', what: 'Maker: wider by one step' },
  skewDown: { keys: [';'], where: 'Ticket', what: 'Maker: both sides lower by one step of vol, or of price' },
  skewUp: { keys: ["'"], where: 'Ticket', what: 'Maker: both sides higher by one step of vol, or of price' },
  bothUp: { keys: ['Alt+ArrowUp'], where: 'Ticket', what: 'Maker: both prices one tick up' },
  bothDown: { keys: ['Alt+ArrowDown'], where: 'Ticket', what: 'Maker: both prices one tick down' },

  sendRfq: { keys: ['Mod+Enter'], where: 'New RFQ', what: 'Send, or open the market' },
  saveDraft: { keys: ['Mod+S'], where: 'New RFQ', what: 'Save as a draft' },
  compareVenues: { keys: ['Mod+I'], where: 'New RFQ', what: 'Compare the venues' },
  clearLegs: { keys: ['Mod+Backspace'], where: 'New RFQ', what: 'Clear the legs' },

  ladderUp: { keys: ['PageUp'], where: 'Spreads', what: 'The ladder half a page up' },
  ladderDown: { keys: ['PageDown'], where: 'Spreads', what: 'The ladder half a page down' },
  ladderMiddle: { keys: ['C'], where: 'Spreads', what: 'The middle of the book into the middle of the ladder' },
  cancelBuys: { keys: ['Shift+B'], where: 'Spreads', what: 'Cancel all buys, in every spread' },
  cancelSells: { keys: ['Shift+S'], where: 'Spreads', what: 'Cancel all sells, in every spread' },

  pullOrder: { keys: ['Delete'], where: 'Open Orders', what: 'Pull the row, or the selected ones' },
  selectAll: { keys: ['Mod+A'], where: 'Open Orders', what: 'Select all' },

  askAgain: { keys: ['A'], where: 'History and post-trade card', what: 'Ask again; in the table for a request of your own' },
  reverse: { keys: ['R'], where: 'History and post-trade card', what: 'Card: ask for the reverse' },
  hedge: { keys: ['H'], where: 'History and post-trade card', what: 'Card: ask for the hedge of what is held' },
  roll: { keys: ['L'], where: 'History and post-trade card', what: 'Card: roll into the next expiry' },
  copyLine: { keys: ['C'], where: 'History and post-trade card', what: 'Copy the line; in the table too' },

  up: { keys: ['ArrowUp'], where: 'Lists, tabs and choices', what: 'One up; in a price or quantity one step, with Shift ten' },
  down: { keys: ['ArrowDown'], where: 'Lists, tabs and choices', what: 'One down; in a price or quantity one step, with Shift ten' },
  left: { keys: ['ArrowLeft'], where: 'Lists, tabs and choices', what: 'One to the left' },
  right: { keys: ['ArrowRight'], where: 'Lists, tabs and choices', what: 'One to the right' },
  moveColumnLeft: { keys: ['Alt+ArrowLeft'], where: 'Table', what: 'On a heading: move the column to the left' },
  moveColumnRight: { keys: ['Alt+ArrowRight'], where: 'Table', what: 'On a heading: move the column to the right' },
  enter: { keys: ['Enter'], where: 'Lists, tabs and choices', what: 'Open the row, or take what is chosen or typed' },
} as const satisfies Readonly<Record<string, KeyRow>>

export type KeyName = keyof typeof keyTable
export const keyNames = Object.keys(keyTable) as readonly KeyName[]
export const keyRow = (name: KeyName): KeyRow => keyTable[name]

export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** The character that a press writes; undefined where it writes none. With AltGr both Control and Alt are held, and it is a character. */
export const writtenBy = ({ key, metaKey, ctrlKey, altKey }: KeyPress): string | undefined =>
  key.length === 1 && !metaKey && ctrlKey === altKey ? key : undefined
export const isTab = ({ key }: KeyPress): boolean => key === 'Tab'
export const isErasing = ({ key }: KeyPress): boolean => key === 'Backspace'

/** Whether the press is this key of the table. */
export const isKey = (name: KeyName, press: KeyPress): boolean => keyRow(name).keys.some((key) => matches(key, press))

/** Does what the first of these keys does that was pressed; the press is then nobody else's. */
export function runKey(
  press: KeyPress & { readonly preventDefault: () => void },
  acts: Readonly<Partial<Record<KeyName, (() => void) | undefined>>>,
): boolean {
  const name = keyNames.find((one) => acts[one] !== undefined && isKey(one, press))
  if (name === undefined) return false
  press.preventDefault()
  acts[name]?.()
  return true
}

type Chord = { readonly key: string; readonly isMod: boolean; readonly isShift: boolean; readonly isAlt: boolean }

function chordOf(text: string): Chord {
  const parts = text.split('+')
  const has = (part: string) => parts.slice(0, -1).includes(part)
  return { key: parts.at(-1)!, isMod: has('Mod'), isShift: has('Shift'), isAlt: has('Alt') }
}

const isLetter = (key: string): boolean => /^[A-Z]$/.test(key)
const isSign = (key: string): boolean => key.length === 1 && !isLetter(key)

/** Shift counts with letters; signs are on other keys of other keyboards, behind Shift or AltGr. */
function matches(text: string, press: KeyPress): boolean {
  const { key, isMod, isShift, isAlt } = chordOf(text)
  if (press.key.toLowerCase() !== (key === 'Space' ? ' ' : key.toLowerCase())) return false
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

/** `Ctrl ↵`, which is `⌘↵` on a Mac; one text for each way. */
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
