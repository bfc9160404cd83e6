/** The desk's own groups of makers and their changes. Every change reloads them. */
import { type AnswerOf, deskCalls } from '@parley/contracts'
import { useCallback, useEffect, useState } from 'react'
import { client } from '../../../live/api.ts'
import { errorMessage } from '../../../live/loadable.ts'

export type Group = AnswerOf<typeof deskCalls.listCounterpartyGroups>['results'][number]
export type GroupTerms = { readonly id: string | undefined; readonly name: string; readonly makers: readonly string[] }

export function useGroups() {
  const [groups, setGroups] = useState<readonly Group[]>([])
  const [failed, setFailed] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const load = useCallback(async () => setGroups((await client.call(deskCalls.listCounterpartyGroups, {})).results), [])
  useEffect(() => void load().catch((error: unknown) => setFailed(errorMessage(error))), [load])

  /** Returns whether it succeeded. If not, the message is in `failed`. */
  const change = async (send: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true)
    setFailed(undefined)
    try {
      await send()
      await load()
      return true
    } catch (error) {
      setFailed(errorMessage(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  return {
    groups,
    failed,
    isBusy,
    save: ({ id, name, makers }: GroupTerms) =>
      change(() =>
        id === undefined
          ? client.call(deskCalls.createCounterpartyGroup, { body: { name, makers: [...makers] } })
          : client.call(deskCalls.updateCounterpartyGroup, { params: { id }, body: { name, makers: [...makers] } }),
      ),
    remove: (id: string) => change(() => client.call(deskCalls.deleteCounterpartyGroup, { params: { id } })),
  }
}
