/**
 * Messages: at most three cards in the dock, and a history under the bell. A card stays until it is dismissed or its subject leaves the screen. It
 * is then unread under the bell, and the dock shows how many are.
 */
import { create } from 'zustand'

export type ToastTone = 'done' | 'info' | 'warn' | 'refused'
export type ToastMessage = {
  readonly id: number
  /** Messages with the same key replace each other, so one subject has one card. */
  readonly key?: string | undefined
  readonly tone: ToastTone
  readonly title: string
  readonly text?: string | undefined
  readonly at: number
  /** Set for market news: it waits while a dialog is open and is kept in the history. Responses to the user's own actions are shown immediately. */
  readonly about?: NewsSubject | undefined
  /** Opens the subject of the message. */
  readonly open?: (() => void) | undefined
  /** The follow-up actions, at most two. */
  readonly next?: readonly NextPress[] | undefined
  /** Set if several messages of a kind are merged: while the card is visible, the next message with its key is added to it. */
  readonly counted?: Counted | undefined
}
/** A count and the text for it. */
export type Counted = {
  readonly count: number
  readonly titleOf: (count: number) => string
  readonly textOf: (count: number) => string
}
/** A button in the card. It opens or resets something. Messages never trade. */
export type NextPress = { readonly label: string; readonly run: () => void }
/** News about one RFQ shares a card. */
export type NewsSubject = { readonly rfqId: string | undefined }
export type KeptMessage = ToastMessage & { readonly isRead: boolean }

const CARDS = 3
const KEPT = 100
let lastId = 0

type Messages = { readonly toasts: readonly ToastMessage[]; readonly history: readonly KeptMessage[] }
export const useToasts = create<Messages>(() => ({ toasts: [], history: [] }))

/** `at` is when its subject happened. Without it, the message is about now. */
export type NewMessage = Omit<ToastMessage, 'id' | 'at'> & { readonly at?: number | undefined }

const madeOf = ({ at = Date.now(), ...message }: NewMessage): ToastMessage => ({ ...message, id: (lastId += 1), at })

export function toast(message: NewMessage): void {
  useToasts.setState((before) => withMessage(before, madeOf(message)))
}

/** Without a card, for users who have turned cards off: the message is unread under the bell. */
export function keepMessage(message: NewMessage): void {
  const kept = madeOf(message)
  useToasts.setState(({ history }) => ({ history: withKept(history, kept) }))
}

/** Pure. An updated card keeps its position. Refusals and warnings are above good news. */
export function withMessage({ toasts, history }: Messages, message: ToastMessage): Messages {
  const next = addedUp(toasts, message)
  const place = toasts.findIndex((one) => cardOf(one) === cardOf(next) || (next.counted !== undefined && one.key === next.key))
  const cards = place === -1 ? [...toasts, next] : toasts.with(place, next)
  const inOrder = cards.toSorted((a, b) => Number(isTrouble(b)) - Number(isTrouble(a)))
  return { toasts: folded(inOrder, next), history: isKept(next) ? withKept(history, next) : history }
}

/** Adds an event with the same cause to its card. A card about several RFQs is not folded with any of them. */
function addedUp(cards: readonly ToastMessage[], next: ToastMessage): ToastMessage {
  const before = cards.find(({ key, counted }) => counted !== undefined && key !== undefined && key === next.key)
  if (before?.counted === undefined || next.counted === undefined) return next
  const count = before.counted.count + next.counted.count
  const { titleOf, textOf } = next.counted
  const isOfOne = before.about?.rfqId === next.about?.rfqId
  const about = isOfOne ? next.about : next.about && { rfqId: undefined }
  return { ...next, counted: { ...next.counted, count }, title: titleOf(count), text: textOf(count), about }
}

/** A late fill does not displace a refusal. The response to a user action is always shown. */
function folded(cards: readonly ToastMessage[], next: ToastMessage): readonly ToastMessage[] {
  if (cards.length <= CARDS) return cards
  const others = cards.filter((one) => one !== next)
  const isNewsOfSuccess = !isTrouble(next) && next.about !== undefined
  const gone = others.find((one) => !isTrouble(one)) ?? (isNewsOfSuccess ? next : others[0])
  return cards.filter((one) => one !== gone)
}

const isTrouble = ({ tone }: ToastMessage): boolean => tone === 'warn' || tone === 'refused'

/** Good news and trouble about an RFQ are separate cards, so neither hides the other before it is read. */
function cardOf(message: ToastMessage): string {
  const { id, key, about } = message
  if (about?.rfqId === undefined) return key ?? `${id}`
  return `rfq ${about.rfqId}${isTrouble(message) ? ' trouble' : ''}`
}

/** Newest first. A repeated message replaces the earlier one. */
const withKept = (history: readonly KeptMessage[], next: ToastMessage): readonly KeptMessage[] =>
  [{ ...next, isRead: false }, ...history.filter(({ key }) => key === undefined || key !== next.key)].slice(0, KEPT)

/** Messages such as `Copied` are read immediately and are not kept. */
const isKept = (message: ToastMessage): boolean => message.about !== undefined || isTrouble(message)

const markRead = (history: readonly KeptMessage[], isMeant: (one: KeptMessage) => boolean): readonly KeptMessage[] =>
  history.map((one) => (one.isRead || !isMeant(one) ? one : { ...one, isRead: true }))

export const dismissToast = (id: number): void =>
  useToasts.setState(({ toasts, history }) => ({
    toasts: toasts.filter((one) => one.id !== id),
    history: markRead(history, (one) => one.id === id),
  }))

/** Returns whether there was a message to dismiss. */
export function dismissNewestToast(): boolean {
  const newest = useToasts.getState().toasts.toSorted((a, b) => b.id - a.id)[0]
  if (newest !== undefined) dismissToast(newest.id)
  return newest !== undefined
}

/** Moves the cards of RFQs that have left the screen under the bell, unread. */
export const foldToastsOf = (rfqIds: ReadonlySet<string>): void =>
  useToasts.setState((before) => {
    const toasts = before.toasts.filter(({ about }) => about?.rfqId === undefined || !rfqIds.has(about.rfqId))
    return toasts.length === before.toasts.length ? before : { ...before, toasts }
  })

/** Removes a refusal once the same action has succeeded. */
export const settleToast = (key: string): void =>
  useToasts.setState((before) => ({
    toasts: before.toasts.filter((one) => one.key !== key),
    history: markRead(before.history, (one) => one.key === key),
  }))

export const readToasts = (): void => useToasts.setState(({ history }) => ({ history: markRead(history, () => true) }))

/** Folded or missed messages that have not been read. A visible card does not count. */
export const unreadOf = ({ toasts, history }: Messages): number =>
  history.filter(({ id, isRead }) => !isRead && !toasts.some((one) => one.id === id)).length

/** Unread market news, including visible cards. Responses to actions do not count. */
export const hasUnreadNews = ({ history }: Messages): boolean => history.some(({ about, isRead }) => about !== undefined && !isRead)

/** Whether the message list is open, from the bell or from the line in the dock that counts folded messages. */
export const useMessageList = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }))
export const openMessageList = (isOpen: boolean): void => useMessageList.setState({ isOpen })

export const clearToasts = (): void => useToasts.setState({ toasts: [], history: [] })
