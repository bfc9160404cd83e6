/** Messages that stay until they are dismissed. Those with one key replace each other, so that a busy market does not bury the screen. */
import { create } from 'zustand'

export type ToastTone = 'done' | 'info' | 'warn' | 'refused'
export type ToastMessage = {
  readonly id: number
  readonly key?: string | undefined
  readonly tone: ToastTone
  readonly title: string
  readonly text?: string | undefined
  /** Opens what the message speaks of. */
  readonly open?: (() => void) | undefined
}

const TOASTS_KEPT = 5
let lastId = 0

export const useToasts = create<{ readonly toasts: readonly ToastMessage[] }>(() => ({ toasts: [] }))

export function toast(message: Omit<ToastMessage, 'id'>): void {
  lastId += 1
  const next = { ...message, id: lastId }
  useToasts.setState(({ toasts }) => ({
    toasts: [...toasts.filter(({ key }) => key === undefined || key !== message.key), next].slice(-TOASTS_KEPT),
  }))
}

export const dismissToast = (id: number): void => useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((one) => one.id !== id) }))

/** Whether there was one to dismiss. */
export function dismissNewestToast(): boolean {
  const newest = useToasts.getState().toasts.at(-1)
  if (newest !== undefined) dismissToast(newest.id)
  return newest !== undefined
}

export const clearToasts = (): void => useToasts.setState({ toasts: [] })
