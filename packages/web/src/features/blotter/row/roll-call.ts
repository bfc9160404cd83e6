/** The responses to an RFQ: the desks that have quoted, declined, or not responded yet. Pure. */
import type { Level, Rfq } from '@parley/client'
import { declineLabels } from '../../rfq/ticket/decline-labels.ts'

export type RollCall = {
  readonly asked: number
  readonly quoted: readonly string[]
  /** Desk and reason. */
  readonly declined: readonly (readonly [desk: string, reason: string])[]
  readonly silent: readonly string[]
}

/** Only the taker knows which desks were asked. Quotes of a closed RFQ are no longer shown. */
export function rollCall({ audience, role, state, counterparties, declines }: Rfq, shown: readonly Level[] = []): RollCall | undefined {
  if (audience !== 'DIRECT' || role !== 'TAKER' || state !== 'OPEN') return undefined
  const names = new Set(shown.filter(({ quantity }) => Number(quantity) > 0).flatMap(({ deskName }) => deskName ?? []))
  const quoted = counterparties.filter((desk) => names.has(desk))
  // A quote reverses a decline.
  const declined = declines.flatMap(({ deskName, reason }) =>
    deskName === undefined || names.has(deskName) ? [] : [[deskName, declineLabels[reason]] as const],
  )
  const said = new Set([...quoted, ...declined.map(([desk]) => desk)])
  return { asked: counterparties.length, quoted, declined, silent: counterparties.filter((desk) => !said.has(desk)) }
}

/** `5 of 7 quoted: LIND, KEST · LARK declined, at risk limit · waiting for: TIDE`. */
export function rollCallText({ asked, quoted, declined, silent }: RollCall): string {
  const parts = [
    `${quoted.length} of ${asked} quoted${quoted.length === 0 ? '' : `: ${quoted.join(', ')}`}`,
    ...declined.map(([desk, reason]) => `${desk} declined, ${reason.toLowerCase()}`),
    silent.length === 0 ? '' : `waiting for: ${silent.join(', ')}`,
  ]
  return parts.filter((part) => part !== '').join(' · ')
}
