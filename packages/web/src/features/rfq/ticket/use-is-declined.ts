/** Whether the desk has declined. Public notifications are anonymous, so in an order book it is requested whenever they change. */
import { getRfq, type Rfq } from '@parley/client'
import { useEffect, useState } from 'react'
import { client } from '../../../live/api.ts'
import { orderBookBase } from '../../../live/order-book-base.ts'

export function useIsDeclined({ audience, id, number, declines, declinedByMe }: Rfq): boolean {
  const [known, setKnown] = useState({ id, isDeclined: false })
  const said = declinedByMe === undefined ? declines.map(({ at }) => at).join() : ''
  useEffect(() => {
    if (said === '') return setKnown({ id, isDeclined: false })
    let isCurrent = true
    getRfq({ audience, id, number }, orderBookBase())
      .send(client)
      .then((rfq) => isCurrent && setKnown({ id, isDeclined: rfq.declinedByMe === true }))
      // The screen stays unchanged, and the next change tries again.
      .catch(() => undefined)
    return () => void (isCurrent = false)
  }, [audience, id, number, said])
  return declinedByMe ?? (known.id === id && known.isDeclined)
}
