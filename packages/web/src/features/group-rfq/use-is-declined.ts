/** Whether the own desk is among those that have declined: what everybody is told names nobody, so that one's own is asked for when it changes. */
import type { GroupRfqView } from '@parley/contracts'
import { useEffect, useState } from 'react'
import { client } from '../../live/api.ts'
import { groupCalls } from '../../live/group-base.ts'

export function useIsDeclined({ id, declines }: Pick<GroupRfqView, 'id' | 'declines'>): boolean {
  const [known, setKnown] = useState({ id, isDeclined: false })
  const said = declines.map(({ at }) => at).join()
  useEffect(() => {
    if (said === '') return setKnown({ id, isDeclined: false })
    let isCurrent = true
    client
      .call(groupCalls().getRfq, { params: { id } })
      .then((market) => isCurrent && setKnown({ id, isDeclined: market.declined_by_me === true }))
      // What is on the screen stays; the next change asks again.
      .catch(() => undefined)
    return () => void (isCurrent = false)
  }, [id, said])
  return known.id === id && known.isDeclined
}
