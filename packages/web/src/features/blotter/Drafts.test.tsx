/** The desk's drafts, for a user without the right to send them. */
import { expect, it } from 'vitest'
import { listOf } from '../../../test/frames.ts'
import { personOf } from '../../../test/screen/people.ts'
import { button, callRequest } from '../../../test/tickets.tsx'
import { draw, isOff, leaveSeats, press, receive, takeSeat } from '../../../test/trading-desk.tsx'
import { useScreen } from '../../live/screen-state.ts'
import { Drafts } from './Drafts.tsx'

leaveSeats()

it('are kept and edited, but not sent, when a person from a restricted address has no RFQ left', () => {
  const { sent } = takeSeat({ user: personOf({ restricted_ip_rfqs_left: 0 }) })
  const draft = callRequest({ state: 'DRAFT', label: 'kept' })
  receive({ rfqs: [listOf('DIRECT', [draft])] })
  draw(<Drafts />)
  expect(isOff(button(/^Send/))).toBe(true)
  expect(button(/^Send/).title).toContain(
    'No RFQs left: you signed in from a restricted IP address. Sign in from another address to send more.',
  )
  press(button(/^Send/))
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([])
  press(button(/^Edit/))
  expect(useScreen.getState().builderStart).toEqual({ kind: 'draft', draft })
})
