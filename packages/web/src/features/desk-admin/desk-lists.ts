/** The lists of the desk, shared by all sections. They are loaded when the page opens, when the user returns to it, and periodically. */
import type { AnswerOf } from '@parley/contracts'
import { deskCalls, reconciliationCalls, venueAccountCalls } from '@parley/contracts'
import { useEffect } from 'react'
import { create } from 'zustand'
import { client } from '../../live/api.ts'
import { type Loadable, errorMessage } from '../../live/loadable.ts'
import { report } from '../../live/report.ts'
import { refreshUser } from '../../live/session.ts'
import type { DeskLists } from './alerts.ts'

const AGAIN_MS = 30_000

const calls = {
  members: deskCalls.listMembers,
  invitations: deskCalls.listInvitations,
  counterparties: deskCalls.listApprovals,
  keys: deskCalls.listApiKeys,
  venueAccounts: venueAccountCalls.listVenueAccounts,
  reconciliation: reconciliationCalls.listDays,
} as const
export type ListName = keyof typeof calls

const everybody: readonly ListName[] = ['members', 'counterparties', 'venueAccounts']
const administrators: readonly ListName[] = [...everybody, 'invitations', 'keys', 'reconciliation']

type Held = {
  readonly lists: Partial<DeskLists>
  /** The reason why a list could not be loaded the last time. */
  readonly failed: Partial<Readonly<Record<ListName, string>>>
  /** The addresses from which the server connects to venues. */
  readonly ourAddresses: readonly string[]
  /** With whom the desk's orders trade in order books. Undefined until it is known. */
  readonly orderBooks: AnswerOf<typeof deskCalls.listApprovals>['order_books'] | undefined
}
const useHeld = create<Held>(() => ({ lists: {}, failed: {}, ourAddresses: [], orderBooks: undefined }))

/** Loads a list again. The current rows stay on the screen until the response arrives. */
export async function reload(name: ListName): Promise<void> {
  try {
    const answer = (await client.call(calls[name], {})) as AnswerOf<(typeof calls)[ListName]>
    const { results } = answer
    if ('our_addresses' in answer) useHeld.setState({ ourAddresses: answer.our_addresses })
    if ('order_books' in answer) useHeld.setState({ orderBooks: answer.order_books })
    useHeld.setState(({ lists, failed: { [name]: _mended, ...failed } }) => ({ lists: { ...lists, [name]: results }, failed }))
  } catch (error) {
    useHeld.setState(({ failed }) => ({ failed: { ...failed, [name]: errorMessage(error) } }))
  }
}

export function useFollowedLists(who: 'administrator' | 'member'): void {
  useEffect(() => {
    const names = who === 'administrator' ? administrators : everybody
    const readAll = () => {
      if (document.visibilityState !== 'visible') return
      // Also reloads the user, because another administrator may have changed their rights.
      void refreshUser().catch((error: unknown) => report('The signed-in user could not be loaded again.', error))
      names.forEach((name) => void reload(name))
    }
    readAll()
    const again = setInterval(readAll, AGAIN_MS)
    addEventListener('focus', readAll)
    return () => {
      clearInterval(again)
      removeEventListener('focus', readAll)
    }
  }, [who])
}

export const useOurAddresses = (): readonly string[] => useHeld(({ ourAddresses }) => ourAddresses)

export const useOrderBooks = (): Held['orderBooks'] => useHeld(({ orderBooks }) => orderBooks)

export const useLists = (): Partial<DeskLists> => useHeld(({ lists }) => lists)

/** The reason why the shown data may be out of date. Undefined while every list loads. */
export const useStaleReason = (): string | undefined =>
  useHeld(
    ({ lists, failed }) => (Object.keys(failed) as ListName[]).flatMap((name) => (lists[name] === undefined ? [] : [failed[name]]))[0],
  )

export function useList<Name extends ListName>(name: Name): Loadable<DeskLists[Name]> {
  const data = useHeld(({ lists }) => lists[name])
  const words = useHeld(({ failed }) => failed[name])
  if (data !== undefined) return { state: 'LOADED', data: data as DeskLists[Name] }
  return words === undefined ? { state: 'LOADING' } : { state: 'FAILED', words, retry: () => void reload(name) }
}
