import { describe, expect, it } from 'vitest'
import {
  clearToasts,
  foldToastsOf,
  hasUnreadNews,
  keepMessage,
  readToasts,
  toast,
  type ToastMessage,
  unreadOf,
  useToasts,
  withMessage,
} from './toasts.ts'

const none = { toasts: [], history: [] }
const news = (id: number, key: string, rfqId?: string): ToastMessage => ({ id, key, tone: 'info', title: key, at: id, about: { rfqId } })
const answer = (id: number, key: string): ToastMessage => ({ id, key, tone: 'done', title: key, at: id })
const trouble = (id: number): ToastMessage => ({ ...news(id, `trouble ${id}`), tone: 'refused' })
const after = (...messages: readonly ToastMessage[]) => messages.reduce(withMessage, none)
const titles = (messages: readonly ToastMessage[]) => messages.map(({ title }) => title)

describe('messages in the dock', () => {
  // Proves A 2.94.
  it('are three cards at most, and the oldest folds behind the bell unread', () => {
    const shown = after(news(1, 'a'), news(2, 'b'), news(3, 'c'), news(4, 'd'))
    expect([titles(shown.toasts), titles(shown.history), unreadOf(shown)]).toEqual([['b', 'c', 'd'], ['d', 'c', 'b', 'a'], 1])
  })

  it('of one RFQ share a card, which keeps its place, while the history has each trade once', () => {
    const shown = after(news(1, 'trade-1', 'r1'), news(2, 'trade-9', 'r2'), news(3, 'trade-1', 'r1'), news(4, 'trade-2', 'r1'))
    expect([titles(shown.toasts), titles(shown.history)]).toEqual([
      ['trade-2', 'trade-9'],
      ['trade-2', 'trade-1', 'trade-9'],
    ])
  })

  it('show a refusal and a fill of one RFQ side by side', () => {
    const refused = (id: number, key: string): ToastMessage => ({ ...news(id, key, 'r1'), tone: 'refused' })
    const shown = after(news(1, 'sold 20', 'r1'), refused(2, 'refused 40'), news(3, 'sold 10', 'r1'))
    expect(titles(shown.toasts)).toEqual(['refused 40', 'sold 10'])
    expect(titles(after(...shown.toasts, refused(4, 'refused 50')).toasts)).toEqual(['refused 50', 'sold 10'])
  })

  it.each<[string, readonly ToastMessage[], readonly string[]]>([
    ['a fill folds the oldest fill', [trouble(1), news(2, 'a'), news(3, 'b'), news(4, 'c')], ['trouble 1', 'b', 'c']],
    ['a refusal folds the oldest fill', [news(1, 'a'), news(2, 'b'), trouble(3), trouble(4)], ['trouble 3', 'trouble 4', 'b']],
    ['a fill beside three refusals waits', [trouble(1), trouble(2), trouble(3), news(4, 'a')], ['trouble 1', 'trouble 2', 'trouble 3']],
    ['an own press is answered', [trouble(1), trouble(2), trouble(3), answer(4, 'pulled')], ['trouble 2', 'trouble 3', 'pulled']],
    ['a fourth refusal folds the first', [1, 2, 3, 4].map(trouble), ['trouble 2', 'trouble 3', 'trouble 4']],
  ])('one too many: %s', (_, messages, cards) => {
    expect(titles(after(...messages).toasts)).toEqual(cards)
  })

  it('fold with their RFQ, and are then unread', () => {
    toast({ key: 'trade-1', tone: 'info', title: 'one', about: { rfqId: 'r1' } })
    toast({ key: 'trade-2', tone: 'info', title: 'two', about: { rfqId: 'r2' } })
    foldToastsOf(new Set(['r1']))
    expect([titles(useToasts.getState().toasts), unreadOf(useToasts.getState())]).toEqual([['two'], 1])
    clearToasts()
  })

  it('are unread without a card for a user who has turned cards off, until the list is opened', () => {
    keepMessage({ key: 'trade-1', tone: 'info', title: 'one', about: { rfqId: 'r1' } })
    const state = useToasts.getState
    expect([titles(state().toasts), titles(state().history), hasUnreadNews(state())]).toEqual([[], ['one'], true])
    readToasts()
    expect(hasUnreadNews(state())).toBe(false)
    clearToasts()
  })

  // Proves T 2.13.
  it('are news if they are about the market, and not if they answer an action', () => {
    expect(hasUnreadNews(after(answer(1, 'copied'), { ...answer(2, 'order'), tone: 'refused' }))).toBe(false)
    expect(hasUnreadNews(after(news(3, 'sold', 'r1')))).toBe(true)
  })

  it('with one cause share a counting card while it is visible, and then start a new one', () => {
    const titleOf = (count: number) => `${count} pulled by Ada`
    const textOf = (count: number) => `Call and ${count - 1} more`
    const pulled = (id: number, rfqId: string, count = 1): ToastMessage => ({
      ...{ ...news(id, 'lost-by Ada', rfqId), tone: 'warn', title: titleOf(count) },
      counted: { count, titleOf, textOf },
    })
    const shown = after(pulled(1, 'r1'), news(2, 'sold', 'r1'), pulled(3, 'r2', 2), pulled(4, 'r1'))
    expect([titles(shown.toasts), titles(shown.history)]).toEqual([
      ['4 pulled by Ada', 'sold'],
      ['4 pulled by Ada', 'sold'],
    ])
    expect(shown.toasts[0]).toMatchObject({ text: 'Call and 3 more', about: { rfqId: undefined } })
    expect(titles(withMessage({ ...shown, toasts: [] }, pulled(5, 'r2')).toasts)).toEqual(['1 pulled by Ada'])
    expect(titles(after(pulled(1, 'r1'), { ...pulled(2, 'r2'), key: 'lost-by Bob' }).toasts)).toHaveLength(2)
  })

  it('that answer an action are kept only if it failed', () => {
    const shown = after(answer(1, 'copied'), { ...answer(2, 'order'), tone: 'refused' })
    expect(titles(shown.history)).toEqual(['order'])
  })
})
