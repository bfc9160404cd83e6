/**
 * Messages: at most three live cards in one dock, and a history behind the bell. A card stays until it is dismissed, or until it is folded
 * with what it speaks of; folded, it waits unread behind the bell, and the dock says how many do.
 */
import { create } from 'zustand'

export type ToastTone = 'done' | 'info' | 'warn' | 'refused'
export type ToastMessage = {
  readonly id: number
  /** Messages of one key replace each other, so that one thing has one card. */
  readonly key?: string | undefined
  readonly tone: ToastTone
  readonly title: string
  readonly text?: string | undefined
  readonly at: number
  /** Set on news of the market: it waits while a dialog is open, and is kept in the history. An answer to the person's own press is shown at once. */
  readonly about?: NewsSubject | undefined
  /** Opens what the message speaks of. */
  readonly open?: (() => void) | undefined
  /** The presses that come next, at most two. */
  readonly next?: readonly NextPress[] | undefined
  /** Set where several of one kind are one message: while its card is shown, the next of its key is added to it. */
  readonly counted?: Counted | undefined
}
/** So many, and the words that say so. */
export type Counted = {
  readonly count: number
  readonly titleOf: (count: number) => string
  readonly textOf: (count: number) => string
}
/** A button in the card. It opens or resets; nothing is traded from a message. */
export type NextPress = { readonly label: string; readonly run: () => void }
/** News of one RFQ shares a card. */
export type NewsSubject = { readonly rfqId: string | undefined }
export type KeptMessage = ToastMessage & { readonly isRead: boolean }

const CARDS = 3
const KEPT = 100
let lastId = 0

type Messages = { readonly toasts: readonly ToastMessage[]; readonly history: readonly KeptMessage[] }
export const useToasts = create<Messages>(() => ({ toasts: [], history: [] }))

export function toast(message: Omit<ToastMessage, 'id' | 'at'>): void {
  useToasts.setState((before) => withMessage(before, { ...message, id: (lastId += 1), at: Date.now() }))
}

/** Without a card, for a person who wants none: it waits unread behind the bell. */
export function keepMessage(message: Omit<ToastMessage, 'id' | 'at'>): void {
  const kept = { ...message, id: (lastId += 1), at: Date.now() }
  useToasts.setState(({ history }) => ({ history: withKept(history, kept) }))
}

/** Pure. A card that is updated keeps its place; refusals and warnings stand before what went well. */
export function withMessage({ toasts, history }: Messages, message: ToastMessage): Messages {
  const next = addedUp(toasts, message)
  const place = toasts.findIndex((one) => cardOf(one) === cardOf(next) || (next.counted !== undefined && one.key === next.key))
  const cards = place === -1 ? [...toasts, next] : toasts.with(place, next)
  const inOrder = cards.toSorted((a, b) => Number(isTrouble(b)) - Number(isTrouble(a)))
  return { toasts: folded(inOrder, next), history: isKept(next) ? withKept(history, next) : history }
}

/** A further event of the same cause is added to its card; a card of more than one RFQ folds with none. */
function addedUp(cards: readonly ToastMessage[], next: ToastMessage): ToastMessage {
  const before = cards.find(({ key, counted }) => counted !== undefined && key !== undefined && key === next.key)
  if (before?.counted === undefined || next.counted === undefined) return next
  const count = before.counted.count + next.counted.count
  const { titleOf, textOf } = next.counted
  const isOfOne = before.about?.rfqId === next.about?.rfqId
  const about = isOfOne ? next.about : next.about && { rfqId: undefined }
  return { ...next, counted: { ...next.counted, count }, title: titleOf(count), text: textOf(count), about }
}

/** A fill that comes late takes neither the place of a refusal nor the room of one; the answer to a press is always shown. */
function folded(cards: readonly ToastMessage[], next: ToastMessage): readonly ToastMessage[] {
  if (cards.length <= CARDS) return cards
  const others = cards.filter((one) => one !== next)
  const isNewsOfSuccess = !isTrouble(next) && next.about !== undefined
  const gone = others.find((one) => !isTrouble(one)) ?? (isNewsOfSuccess ? next : others[0])
  return cards.filter((one) => one !== gone)
}

const isTrouble = ({ tone }: ToastMessage): boolean => tone === 'warn' || tone === 'refused'

/** Good news and trouble are two cards of one RFQ: neither covers the other before it is read. */
function cardOf(message: ToastMessage): string {
  const { id, key, about } = message
  if (about?.rfqId === undefined) return key ?? `${id}`
  return `rfq ${about.rfqId}${isTrouble(message) ? ' trouble' : ''}`
}

/** Newest first; what is said again of one thing takes its place. */
const withKept = (history: readonly KeptMessage[], next: ToastMessage): readonly KeptMessage[] =>
  [{ ...next, isRead: false }, ...history.filter(({ key }) => key === undefined || key !== next.key)].slice(0, KEPT)

/** `Copied` and its like are read where they were pressed, and worth no memory. */
const isKept = (message: ToastMessage): boolean => message.about !== undefined || isTrouble(message)

const markRead = (history: readonly KeptMessage[], isMeant: (one: KeptMessage) => boolean): readonly KeptMessage[] =>
  history.map((one) => (one.isRead || !isMeant(one) ? one : { ...one, isRead: true }))

export const dismissToast = (id: number): void =>
  useToasts.setState(({ toasts, history }) => ({
    toasts: toasts.filter((one) => one.id !== id),
    history: markRead(history, (one) => one.id === id),
  }))

/** Whether there was one to dismiss. */
export function dismissNewestToast(): boolean {
  const newest = useToasts.getState().toasts.toSorted((a, b) => b.id - a.id)[0]
  if (newest !== undefined) dismissToast(newest.id)
  return newest !== undefined
}

/** The cards of RFQs that have left the screen go behind the bell with them, unread. */
export const foldToastsOf = (rfqIds: ReadonlySet<string>): void =>
  useToasts.setState((before) => {
    const toasts = before.toasts.filter(({ about }) => about?.rfqId === undefined || !rfqIds.has(about.rfqId))
    return toasts.length === before.toasts.length ? before : { ...before, toasts }
  })

/** A refusal says nothing any more once the same press has succeeded. */
export const settleToast = (key: string): void =>
  useToasts.setState((before) => ({
    toasts: before.toasts.filter((one) => one.key !== key),
    history: markRead(before.history, (one) => one.key === key),
  }))

export const readToasts = (): void => useToasts.setState(({ history }) => ({ history: markRead(history, () => true) }))

/** Folded or missed, and not read yet; a card that is still shown is not counted. */
export const unreadOf = ({ toasts, history }: Messages): number =>
  history.filter(({ id, isRead }) => !isRead && !toasts.some((one) => one.id === id)).length

/** News of the market that nobody has looked at, its cards among them; the answer to a press is none. */
export const hasUnreadNews = ({ history }: Messages): boolean => history.some(({ about, isRead }) => about !== undefined && !isRead)

/** Whether the list of messages is open: by its bell, or by the line in the dock that counts what has folded. */
export const useMessageList = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }))
export const openMessageList = (isOpen: boolean): void => useMessageList.setState({ isOpen })

export const clearToasts = (): void => useToasts.setState({ toasts: [], history: [] })
