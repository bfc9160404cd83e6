import { describe, expect, it } from 'vitest'
import { isRefusal } from '../refusal.ts'
import type { RfqCommand } from './commands.ts'
import {
  actor,
  ask,
  cancelRfq,
  confirm,
  cross,
  decideIn,
  decline,
  expire,
  facts,
  given,
  KEST,
  LARK,
  NOON,
  pull,
  quote,
  reject,
  replace,
  rfqId,
  TAKER,
  theRfq,
  when,
  type Market,
} from '../../test/fixture.ts'
import { directWording } from './wording.ts'
import { phaseOf, transitions, type Phase } from './transitions.ts'

/** Commands that a taker's RFQ can get; order-book-transitions.test.ts has the others. */
type Kind = Exclude<RfqCommand['kind'], 'OpenRfq' | 'ExpireOrders'>

/** One request in each phase, where possible with a quote (1) and a trade at the venue (2). */
const phases: Readonly<Record<Phase | 'CLOSED', () => Market>> = {
  ABSENT: () => given(),
  DRAFT: () => given(ask({ as: 'DRAFT' })),
  OPEN: () => given(ask(), quote(KEST, 1, 'SELL', '0.01', '100'), cross(2, 'BUY', '0.01', '50')),
  ENDING: () => given(ask(), quote(KEST, 1, 'SELL', '0.01', '100'), cross(2, 'BUY', '0.01', '50'), cancelRfq),
  CLOSED: () => given(ask(), quote(KEST, 1, 'SELL', '0.01', '100'), cancelRfq),
}

const commands: Readonly<Record<Kind, RfqCommand>> = {
  CreateRfq: ask(),
  SendDraft: { kind: 'SendDraft', audience: 'DIRECT', actor: actor(TAKER), id: rfqId(), facts },
  CancelRfq: cancelRfq,
  PlaceOrder: quote(LARK, 9, 'SELL', '0.02', '25'),
  ReplaceOrder: replace(KEST, 1, '80'),
  CancelOrder: pull(KEST, 1),
  DeclineRfq: decline(LARK),
  ExpireRfq: expire,
  ConfirmSettlement: confirm(2),
  RejectSettlement: reject(2),
}

// Every command in every phase: its events, the code of its refusal, or nothing at all.
const table: [rule: string, phase: Phase | 'CLOSED', kind: Kind, then: string][] = [
  ['4.1', 'ABSENT', 'CreateRfq', 'RfqCreated'],
  ['4.11', 'ABSENT', 'SendDraft', 'RfqClosed'],
  ['4.11', 'ABSENT', 'CancelRfq', 'RfqClosed'],
  ['4.11', 'ABSENT', 'PlaceOrder', 'RfqClosed'],
  ['4.11', 'ABSENT', 'ReplaceOrder', 'RfqClosed'],
  ['4.11', 'ABSENT', 'CancelOrder', 'RfqClosed'],
  ['4.11', 'ABSENT', 'DeclineRfq', 'RfqClosed'],
  ['4.8', 'ABSENT', 'ExpireRfq', 'nothing'],
  ['7.4', 'ABSENT', 'ConfirmSettlement', 'nothing'],
  ['7.4', 'ABSENT', 'RejectSettlement', 'nothing'],
  ['4.1', 'DRAFT', 'CreateRfq', 'RfqExists'],
  ['4.7', 'DRAFT', 'SendDraft', 'DraftSent'],
  ['4.7', 'DRAFT', 'CancelRfq', 'RfqClosed as CLOSED_DRAFT'],
  ['4.7', 'DRAFT', 'PlaceOrder', 'RfqClosed'],
  ['4.7', 'DRAFT', 'ReplaceOrder', 'RfqClosed'],
  ['4.7', 'DRAFT', 'CancelOrder', 'RfqClosed'],
  ['4.7', 'DRAFT', 'DeclineRfq', 'RfqClosed'],
  ['4.7', 'DRAFT', 'ExpireRfq', 'nothing'],
  ['7.4', 'DRAFT', 'ConfirmSettlement', 'nothing'],
  ['7.4', 'DRAFT', 'RejectSettlement', 'nothing'],
  ['4.1', 'OPEN', 'CreateRfq', 'RfqExists'],
  ['4.7', 'OPEN', 'SendDraft', 'RfqNotADraft'],
  ['4.10', 'OPEN', 'CancelRfq', 'OrderCanceled, RfqEnding'],
  ['5.1', 'OPEN', 'PlaceOrder', 'OrderPlaced'],
  ['5.14', 'OPEN', 'ReplaceOrder', 'OrderReplaced'],
  ['5.16', 'OPEN', 'CancelOrder', 'OrderCanceled'],
  ['5.19', 'OPEN', 'DeclineRfq', 'RfqDeclined'],
  ['4.10', 'OPEN', 'ExpireRfq', 'OrderCanceled, RfqEnding'],
  ['7.2', 'OPEN', 'ConfirmSettlement', 'TradeSettled'],
  ['7.3', 'OPEN', 'RejectSettlement', 'TradeRejected, OrderCanceled, OrderCanceled'],
  ['4.1', 'ENDING', 'CreateRfq', 'RfqExists'],
  ['4.7', 'ENDING', 'SendDraft', 'RfqNotADraft'],
  ['4.10', 'ENDING', 'CancelRfq', 'RfqClosed'],
  ['4.10', 'ENDING', 'PlaceOrder', 'RfqClosed'],
  ['4.10', 'ENDING', 'ReplaceOrder', 'RfqClosed'],
  ['4.10', 'ENDING', 'CancelOrder', 'RfqClosed'],
  ['4.10', 'ENDING', 'DeclineRfq', 'RfqClosed'],
  ['4.10', 'ENDING', 'ExpireRfq', 'nothing'],
  ['4.10', 'ENDING', 'ConfirmSettlement', 'TradeSettled, RfqClosed as EXECUTION_LIMIT'],
  ['4.10', 'ENDING', 'RejectSettlement', 'TradeRejected, OrderCanceled, OrderCanceled, RfqClosed as CANCELED_BY_CREATOR'],
  ['4.11', 'CLOSED', 'SendDraft', 'RfqClosed'],
  ['4.11', 'CLOSED', 'CancelRfq', 'RfqClosed'],
  ['4.11', 'CLOSED', 'PlaceOrder', 'RfqClosed'],
  ['4.11', 'CLOSED', 'ReplaceOrder', 'RfqClosed'],
  ['4.11', 'CLOSED', 'CancelOrder', 'RfqClosed'],
  ['4.11', 'CLOSED', 'DeclineRfq', 'RfqClosed'],
  ['4.11', 'CLOSED', 'ExpireRfq', 'nothing'],
  ['7.4', 'CLOSED', 'ConfirmSettlement', 'nothing'],
  ['7.4', 'CLOSED', 'RejectSettlement', 'nothing'],
]

function answerIn(phase: Phase | 'CLOSED', kind: Kind) {
  const market = phases[phase]()
  const rfq = phase === 'ABSENT' ? undefined : theRfq(market)
  // A closed request has left the shard.
  expect(phaseOf(rfq)).toBe(phase === 'CLOSED' ? 'ABSENT' : phase)
  return decideIn(market, commands[kind], NOON)
}

describe('what every command does in every phase of a request', () => {
  it('4.13 the table has every cell once', () => {
    const cells = Object.entries(transitions).flatMap(([phase, row]) =>
      Object.keys(row)
        .filter((kind) => kind in commands)
        .map((kind) => `${phase} ${kind}`),
    )
    const inShard = table.filter(([, phase]) => phase !== 'CLOSED')
    expect(inShard.map(([, phase, kind]) => `${phase} ${kind}`).sort()).toEqual(cells.sort())
  })

  it.each(table)('%s %s: %s gives %s', (_rule, phase, kind, then) => {
    const answer = answerIn(phase, kind)
    const words = isRefusal(answer)
      ? answer.refused
      : answer.map((event) => (event.kind === 'RfqClosed' ? `RfqClosed as ${event.reason}` : event.kind)).join(', ') || 'nothing'
    expect(words).toBe(then)
  })

  it.each(table)('%s %s: whether %s goes is as the table of transitions says', (_rule, phase, kind) => {
    // For the maker that quotes here, somebody else's draft does not exist.
    const seen =
      phase === 'DRAFT' && ['PlaceOrder', 'ReplaceOrder', 'CancelOrder', 'DeclineRfq'].includes(kind)
        ? 'ABSENT'
        : phase === 'CLOSED'
          ? 'ABSENT'
          : phase
    const cell = transitions[seen][kind]
    const answer = answerIn(phase, kind)
    if (typeof cell === 'object') expect(answer).toEqual(cell)
    else if (cell !== 'ALLOWED' && cell !== 'NO_OP') expect(answer).toEqual(directWording[cell])
    else expect(isRefusal(answer)).toBe(false)
  })

  it('4.7 its own desk is told that a draft has to be sent first', () => {
    for (const command of [cross(1, 'BUY', '0.01', '25'), replace(TAKER, 1, '25'), pull(TAKER, 1)])
      expect(decideIn(phases.DRAFT(), command, NOON)).toMatchObject({
        refused: 'RfqIsDraft',
        rule: '4.7',
      })
  })

  it.each(['KEST', 'STRA'] as const)('4.9 %s neither cancels nor sends a request that it did not make', (ticker) => {
    const other = actor(ticker as typeof KEST)
    expect(decideIn(phases.OPEN(), { ...cancelRfq, actor: other }, NOON)).toMatchObject({ refused: 'NotTheCreator' })
    const send = { kind: 'SendDraft', audience: 'DIRECT', actor: other, id: rfqId(), facts } as const
    expect(decideIn(phases.DRAFT(), send, NOON)).toMatchObject({ refused: 'RfqClosed' })
  })

  it('4.7 a draft that was sent is open for the desks asked', () => {
    const market = given(ask({ as: 'DRAFT' }), { kind: 'SendDraft', audience: 'DIRECT', actor: actor(TAKER), id: rfqId(), facts })
    expect(when(market, quote(KEST, 1, 'BUY', '0.01', '25'))).toHaveLength(1)
  })
})
