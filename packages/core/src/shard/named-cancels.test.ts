import { describe, expect, it } from 'vitest'
import { ask, cancelRfq, cross, KEST, LARK, MERL, pull, quote as direct, rfqId, TAKER } from '../../test/fixture.ts'
import { chanceFrom } from '../../test/random-day.ts'
import { type Day, day, limit } from '../../test/shard-fixture.ts'
import type { ChangeOrigin } from '../change-origin.ts'
import type { DeskId, UserId } from '../ids.ts'
import type { Rfq } from '../rfq/model/rfq.ts'
import { rfqFor } from '../rfq/display/visibility.ts'
import type { ShardCommand, ShardEvent } from './shard.ts'

const canceler = (desk: DeskId, user = 'lena') => ({ canceler: { desk, user: user as UserId, name: 'Lena Fox' } })
const two: readonly ShardCommand[] = [ask(), direct(KEST, 1, 'SELL', '0.02', '50'), direct(LARK, 2, 'SELL', '0.03', '50')]
const all = { kind: 'CancelEverything', actor: { desk: KEST }, what: 'ORDERS_AND_RFQS', cause: 'MASS_CANCEL' } as const

/** The name attached to each cancelled order. */
function namesAfter(command: ShardCommand): readonly (string | undefined)[] {
  const it = day()
  for (const one of two) it.send(one)
  const events = it.send(command) as readonly ShardEvent[]
  return events.flatMap((event) => (event.kind === 'OrderCanceled' ? [event.by?.name] : []))
}

describe('8.14 a cancelled order names who did it, to its own desk', () => {
  it.each([
    ['one that a colleague calls back', { ...pull(KEST, 1), ...canceler(KEST) }, ['Lena Fox']],
    ['what a colleague cancels with others', { ...all, ...canceler(KEST) }, ['Lena Fox']],
    ['what the kill switch cancels', { kind: 'StopTrading', desk: KEST, by: 'lena', ...canceler(KEST) }, ['Lena Fox']],
    ['no quote of another desk, when the taker cancels its request', { ...cancelRfq, ...canceler(TAKER) }, [undefined, undefined]],
    ['nobody where no name came with the command', all, [undefined]],
  ] as [string, ShardCommand, (string | undefined)[]][])('%s', (_what, command, names) => expect(namesAfter(command)).toEqual(names))

  it('shows whether it was the sender of the order', () => {
    const it = day()
    for (const one of two) it.send(one)
    const { user } = pull(KEST, 1).actor
    const events = it.send({ ...pull(KEST, 1), ...canceler(KEST, user) }) as readonly ShardEvent[]
    expect(events).toMatchObject([{ kind: 'OrderCanceled', by: { name: 'Lena Fox', isSender: true } }])
  })

  it('names the limit where a protection did', () => {
    const it = day()
    for (const one of [limit({ executions: 1 }), ...two, cross(3, 'BUY', '0.02', '25')]) it.send(one)
    const order = [...it.shard.rfqs.live.values()]
      .flatMap(({ orders }) => [...orders.values()])
      .find(({ cancelCause }) => cancelCause === 'PROTECTION')
    expect(order?.canceledBy?.name).toBe('mine')
  })
})

describe('8.14 an RFQ that its own desk cancelled shows to that desk how and by whom', () => {
  const everything = { ...all, actor: { desk: TAKER } } as const
  const stop: ShardCommand = { kind: 'StopTrading', desk: TAKER, by: 'lena' }
  const ways: readonly [string, ShardCommand, object][] = [
    ['with a press on it', { ...cancelRfq, ...canceler(TAKER) }, { cancelCause: 'USER', canceledBy: { name: 'Lena Fox' } }],
    [
      'by the person who had asked',
      { ...cancelRfq, ...canceler(TAKER, cancelRfq.actor.user) },
      { cancelCause: 'USER', canceledBy: { name: 'Lena Fox', isSender: true } },
    ],
    ['with others', { ...everything, ...canceler(TAKER) }, { cancelCause: 'MASS_CANCEL', canceledBy: { name: 'Lena Fox' } }],
    [
      'by the kill switch',
      { ...stop, ...canceler(TAKER) } as ShardCommand,
      { cancelCause: 'TRADING_STOPPED', canceledBy: { name: 'Lena Fox' } },
    ],
    ['by the operator', stop, { cancelCause: 'TRADING_STOPPED' }],
    ['with its connection', { ...everything, cause: 'DISCONNECT' }, { cancelCause: 'DISCONNECT' }],
  ]
  const endedBy = (command: ShardCommand, ...before: readonly ShardCommand[]): Rfq => {
    const it = day()
    for (const one of [...two, ...before]) it.send(one)
    it.send(command)
    it.pass(0)
    return it.known.get(rfqId())!
  }

  it.each(ways)('%s', (_how, command, canceled) => expect(rfqFor(endedBy(command), TAKER)?.canceled).toEqual(canceled))

  it('and every other desk reads the same of it, however it ended', () => {
    for (const viewer of [KEST, LARK]) {
      const views = ways.map(([, command]) => rfqFor(endedBy(command), viewer))
      expect(views[0]?.canceled).toEqual({})
      for (const view of views) expect(view).toEqual(views[0])
    }
  })

  it('keeps it while a trade is still at the venue, and has none if the RFQ expired', () => {
    const bought = cross(3, 'BUY', '0.02', '25')
    const [, command, canceled] = ways[0]!
    expect(rfqFor(endedBy(command, bought), TAKER)?.canceled).toEqual(canceled)
    const it = day()
    for (const one of two) it.send(one)
    it.pass(3_600_000)
    expect(rfqFor(it.known.get(rfqId())!, TAKER)).toMatchObject({ canceled: {} })
  })
})

describe('8.15 what cancels more than one’s own is for the audit log, with how much', () => {
  const asked: ChangeOrigin = { id: 'a', actor: 'lena', object: 'KEST' }
  const by = (desk: DeskId, user = 'lena') => ({ canceler: { ...canceler(desk, user).canceler, asked } })
  const own = pull(KEST, 1).actor.user
  const counted = (command: ShardCommand): readonly string[] => {
    const it = day()
    for (const one of [...two, direct(KEST, 4, 'BUY', '0.01', '50')]) it.send(one)
    const events = it.send(command) as readonly ShardEvent[]
    return events.flatMap((event) =>
      event.kind === 'OthersCanceled' ? [`${event.desk} ${event.orders} orders ${event.rfqs} rfqs, ${event.asked.actor}`] : [],
    )
  }

  it.each([
    ['a quote of a colleague', { ...pull(KEST, 1), ...by(KEST) }, ['KEST 1 orders 0 rfqs, lena']],
    ['one’s own quote', { ...pull(KEST, 1), ...by(KEST, own) }, []],
    ['all of the desk', { ...all, ...by(KEST) }, ['KEST 2 orders 0 rfqs, lena']],
    ['all of the desk, which is one’s own', { ...all, ...by(KEST, own) }, []],
    ['the kill switch', { kind: 'StopTrading', desk: KEST, by: 'lena', ...by(KEST) }, ['KEST 2 orders 0 rfqs, lena']],
    ['a request of a colleague, and of its makers’ quotes none', { ...cancelRfq, ...by(TAKER) }, ['ORRY 0 orders 1 rfqs, lena']],
    ['nothing that is open', { ...all, actor: { desk: MERL }, ...by(MERL) }, []],
  ] as [string, ShardCommand, string[]][])('%s', (_what, command, entries) => expect(counted(command)).toEqual(entries))
})

const RUNS = Number(process.env['PARLEY_NAMES'] ?? 300)

/** The name must change nothing else, or another desk could conclude that a person is behind the cancellation. */
it('8.14 a name changes nothing but what its own desk reads', () => {
  const seed = Number(process.env['PARLEY_SEED'] ?? Math.floor(Math.random() * 2 ** 32))
  const chance = chanceFrom(seed)
  for (let run = 0; run < RUNS; run += 1) {
    const given = [
      ask(),
      direct(KEST, 1, 'SELL', '0.02', '50'),
      direct(LARK, 2, 'SELL', '0.03', '50'),
      direct(KEST, 3, 'BUY', '0.01', '50'),
    ]
    const stop = (desk: DeskId): ShardCommand => ({ kind: 'StopTrading', desk, by: 'lena' })
    const commands: readonly [ShardCommand, DeskId][] = [
      [pull(KEST, chance.happens(0.5) ? 1 : 3), KEST],
      [pull(LARK, 2), LARK],
      [{ ...all, actor: { desk: LARK } }, LARK],
      [stop(chance.happens(0.5) ? KEST : TAKER), chance.happens(0.5) ? KEST : TAKER],
      [cancelRfq, TAKER],
    ]
    const chosen = commands.filter(() => chance.happens(0.5))
    const [plain, named] = [
      lived(given, chosen),
      lived(
        given,
        chosen.map(([one, desk]) => [{ ...one, ...canceler(desk) } as ShardCommand, desk]),
      ),
    ]
    expect(
      named.events.map(({ by: _by, ...event }) => event),
      `PARLEY_SEED=${seed}`,
    ).toEqual(plain.events.map(({ by: _by, ...event }) => event))
    // Every other desk sees exactly the same RFQ, to the last member.
    for (const viewer of [KEST, LARK]) expect(named.views(viewer), `PARLEY_SEED=${seed}`).toBe(plain.views(viewer))
    for (const { by, desk, from } of named.events) expect(by === undefined || desk === from, `PARLEY_SEED=${seed}`).toBe(true)
  }
})

/** Each event with the owner of its order and the sender of its command. */
function lived(given: readonly ShardCommand[], commands: readonly (readonly [ShardCommand, DeskId])[]) {
  const it = day()
  for (const one of given) it.send(one)
  const events = commands.flatMap(([command, from]) => {
    const owners = ownersIn(it)
    const answer = it.send(command)
    return typeof answer === 'string'
      ? []
      : answer.map((event) => {
          const { by, ...rest } = event as ShardEvent & { readonly by?: unknown; readonly orderId?: string }
          return { by, rest, desk: rest.kind === 'RfqClosed' ? TAKER : owners.get(rest.orderId ?? ''), from }
        })
  })
  const views = (viewer: DeskId) => JSON.stringify([...it.known.values()].map((rfq) => rfqFor(rfq, viewer)))
  return { events: events.map(({ rest, ...of }) => ({ ...of, event: rest })), views }
}

const ownersIn = ({ shard }: Day): ReadonlyMap<string, DeskId> =>
  new Map(
    [...shard.rfqs.live.values()].flatMap(({ orders }) =>
      [...orders.values()].map(({ id, actor: { desk } }) => [id as string, desk] as const),
    ),
  )
