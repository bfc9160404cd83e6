/** When each maker first responded to an RFQ: from the server for the time before this ticket was opened, and from the book since. */
import { getRecord } from '@parley/client'
import { useEffect, useEffectEvent, useState } from 'react'
import { send } from '../../../live/api.ts'
import type { DirectRfq } from '../../../live/audiences.ts'
import type { MakerLine } from './maker-grid.ts'

export type Answers = ReadonlyMap<string, number>
const nothing: Answers = new Map()

export function useAnswers({ id, audience, state }: DirectRfq, quoted: readonly MakerLine[]): Answers {
  const [answers, setAnswers] = useState(nothing)
  const isAsked = state !== 'DRAFT'
  useEffect(() => {
    if (!isAsked) return
    let isCurrent = true
    send(getRecord({ id, audience, number: undefined }))
      .then(({ makers }) => {
        const kept = makers.flatMap(({ deskName, answeredAt }) => (answeredAt === undefined ? [] : [[deskName, answeredAt] as const]))
        if (isCurrent) setAnswers((before) => new Map([...before, ...kept]))
      })
      // The grid works without them. The trade card loads them again.
      .catch(() => undefined)
    return () => void (isCurrent = false)
  }, [id, audience, isAsked])
  const unheard = quoted.filter(({ maker, isNamed }) => isNamed && !answers.has(maker)).map(({ maker }) => maker)
  const note = useEffectEvent(() => {
    const lines = quoted.filter(({ maker }) => unheard.includes(maker))
    if (lines.length === 0) return
    const first = lines.map(({ maker, bids, asks }) => [maker, Math.min(...[...bids, ...asks].map(({ createdAt }) => createdAt))] as const)
    setAnswers((before) => new Map([...first, ...before]))
  })
  const names = unheard.join()
  useEffect(() => note(), [names])
  return answers
}
