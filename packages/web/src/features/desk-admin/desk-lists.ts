/** The lists of the desk, held once for all sections: read when the page opens, when somebody comes back to it, and from time to time. */
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
  /** Why a list could not be read the last time. */
  readonly failed: Partial<Readonly<Record<ListName, string>>>
  /** From which the server calls venues. */
  readonly ourAddresses: readonly string[]
}
const useHeld = create<Held>(() => ({ lists: {}, failed: {}, ourAddresses: [] }))

/** Reads a list again; what is on the screen stays there until the answer comes. */
export async function reload(name: ListName): Promise<void> {
  try {
    const answer = (await client.call(calls[name], {})) as AnswerOf<(typeof calls)[ListName]>
    const { results } = answer
    if ('our_addresses' in answer) useHeld.setState({ ourAddresses: answer.our_addresses })
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
      // Oneself, too: another administrator may have changed what one may do.
      void refreshUser().catch((error: unknown) => report('Who is signed in could not be read again.', error))
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

export const useLists = (): Partial<DeskLists> => useHeld(({ lists }) => lists)

/** Why what is shown may be old; undefined while every list was read. */
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
