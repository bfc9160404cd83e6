import { describe, expect, it } from 'vitest'
import { clearToasts, foldToastsOf, toast, type ToastMessage, unreadOf, useToasts, withMessage } from './toasts.ts'

const none = { toasts: [], history: [] }
const news = (id: number, key: string, rfqId?: string): ToastMessage => ({ id, key, tone: 'info', title: key, at: id, about: { rfqId } })
const answer = (id: number, key: string): ToastMessage => ({ id, key, tone: 'done', title: key, at: id })
const after = (...messages: readonly ToastMessage[]) => messages.reduce(withMessage, none)
const titles = (messages: readonly ToastMessage[]) => messages.map(({ title }) => title)

describe('messages in the dock', () => {
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

  it('fold with the RFQ they speak of, and then wait unread', () => {
    toast({ key: 'trade-1', tone: 'info', title: 'one', about: { rfqId: 'r1' } })
    toast({ key: 'trade-2', tone: 'info', title: 'two', about: { rfqId: 'r2' } })
    foldToastsOf(new Set(['r1']))
    expect([titles(useToasts.getState().toasts), unreadOf(useToasts.getState())]).toEqual([['two'], 1])
    clearToasts()
  })

  it('of an own press are kept only where it failed', () => {
    const shown = after(answer(1, 'copied'), { ...answer(2, 'order'), tone: 'refused' })
    expect(titles(shown.history)).toEqual(['order'])
  })
})
