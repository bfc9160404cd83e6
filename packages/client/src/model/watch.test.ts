import { describe, expect, it } from 'vitest'
import { bookQuoteView, groupOrderView, groupQuoteView, orderView, rfqView } from '../../test/views.ts'
import type { ChannelMessage, Socket, SocketDoor } from '../transport/client.ts'
import { watchLevels, watchOrders, watchRfqs, watchTape, type ModelChange } from './watch.ts'

type Message = ChannelMessage<unknown>
type Event = Message['event']

/** A socket that sends what the test tells it to. */
function socketAt(door: SocketDoor) {
  const listeners = new Map<string, { receive: (message: Message) => void; resume: boolean; refuse: (words: string) => void }>()
  const left: string[] = []
  const socket: Socket = {
    ...{ door, state: () => 'OPEN' as const, latencyMs: () => undefined, onState: () => () => undefined },
    ...{ silentMs: () => undefined, reconnect: () => undefined, retry: () => undefined, close: () => undefined },
    subscribe: (channel, listener, { resume = false, onRefused = () => undefined } = {}) => {
      listeners.set(channel, { receive: listener as (message: Message) => void, resume, refuse: onRefused })
      return { unsubscribe: () => void left.push(channel), refresh: () => undefined }
    },
  }
  const say = (channel: string, event: Event, data: unknown) =>
    listeners.get(channel)!.receive({ event, data, seqGroup: 1, seqNum: 5 } as Message)
  return { socket, listeners, left, say }
}

const linesOf = (changes: readonly ModelChange<{ readonly id: string }>[]) =>
  changes.map((change) =>
    change.event === 'SNAPSHOT'
      ? `${change.audience} SNAPSHOT ${change.data.map(({ id }) => id).join()} gone ${change.gone.join()}`
      : `${change.audience} ${change.event} ${change.data.id}`,
  )

describe('what a program watches', () => {
  it('is one stream of changes out of both dialects, each list with what is no longer in it', () => {
    const [direct, book] = [socketAt('/v2/drfq'), socketAt('/v1/ob')]
    const received: ModelChange<{ readonly id: string }>[] = []
    const watched = watchOrders([direct.socket, book.socket], (change) => received.push(change))
    direct.say('orders', 'SNAPSHOT', [orderView({ id: 'o_1' }), orderView({ id: 'o_2' })])
    book.say('quote', 'SNAPSHOT', [{ kind: 'NEW', quote: groupQuoteView({ id: 11 }) }])
    direct.say('orders', 'ADDED', orderView({ id: 'o_3' }))
    direct.say('orders', 'REMOVED', orderView({ id: 'o_1' }))
    direct.say('orders', 'SNAPSHOT', [orderView({ id: 'o_3' })])
    expect(linesOf(received)).toEqual([
      'DIRECT SNAPSHOT o_1,o_2 gone ',
      'ORDER_BOOK SNAPSHOT g_11 gone ',
      'DIRECT ADDED o_3',
      'DIRECT REMOVED o_1',
      // A removed order has already left. A program that still shows it continues to do so.
      'DIRECT SNAPSHOT o_3 gone o_2',
    ])
    expect(received[2]).toMatchObject({ seqGroup: 1, seqNum: 5 })
    watched.unsubscribe()
    expect([...direct.left, ...book.left]).toEqual(['orders', 'quote'])
  })

  it('takes nothing for gone because a list had no room for it', () => {
    const direct = socketAt('/v2/drfq')
    const received: ModelChange<{ readonly id: string }>[] = []
    watchOrders([direct.socket], (change) => received.push(change))
    direct.say('orders', 'SNAPSHOT', [orderView({ id: 'o_1' }), orderView({ id: 'o_2' })])
    const cut = { event: 'SNAPSHOT' as const, data: [orderView({ id: 'o_3' })], seqGroup: 1, seqNum: 6, isCut: true as const }
    direct.listeners.get('orders')!.receive(cut)
    direct.say('orders', 'SNAPSHOT', [orderView({ id: 'o_3' })])
    expect(linesOf(received).slice(1)).toEqual(['DIRECT SNAPSHOT o_3 gone ', 'DIRECT SNAPSHOT o_3 gone o_1,o_2'])
    expect(received.map((change) => 'isCut' in change)).toEqual([false, true, false])
  })

  it('has what a desk took as an order, and a crossing of a quote not twice', () => {
    const book = socketAt('/v1/grfq')
    const received: ModelChange<{ readonly id: string }>[] = []
    watchOrders([book.socket], (change) => received.push(change))
    book.say('order', 'SNAPSHOT', [{ kind: 'NEW', order: groupOrderView({ id: 12 }) }, { kind: 'NEW', order: groupOrderView({ id: 13, quote_id: 13 }) }]) // prettier-ignore
    book.say('order', 'ADDED', { kind: 'NEW', order: groupOrderView({ id: 14, quote_id: 14 }) })
    expect(linesOf(received)).toEqual(['ORDER_BOOK SNAPSHOT g_12 gone '])
  })

  it('asks for no more channels than the dialect needs', () => {
    const book = socketAt('/v1/ob')
    watchOrders([book.socket], () => undefined)
    watchTape([book.socket], () => undefined)
    expect([...book.listeners.keys()]).toEqual(['quote', 'trade_tape'])
  })

  it('resumes if requested, and reports which channel is refused', () => {
    const [direct, book] = [socketAt('/v2/drfq'), socketAt('/v1/ob')]
    const refused: string[] = []
    const onRefused = (words: string, audience: string, channel: string) => refused.push(`${audience} ${channel}: ${words}`)
    watchRfqs([direct.socket], () => undefined, { resume: true, onRefused })
    watchLevels([book.socket], () => undefined, { onRefused })
    book.listeners.get('quote_book')!.refuse('Not for you.')
    expect(refused).toEqual(['ORDER_BOOK quote_book: Not for you.'])
    expect([direct.listeners.get('rfqs')!.resume, book.listeners.get('quote_book')!.resume]).toEqual([true, false])
  })

  it('reports a stream without events as updated', () => {
    const [direct, book] = [socketAt('/v2/drfq'), socketAt('/v1/ob')]
    const received: ModelChange<{ readonly id: string }>[] = []
    watchRfqs([direct.socket], (change) => received.push(change))
    watchLevels([book.socket], (change) => received.push(change))
    direct.say('rfqs', undefined, rfqView())
    book.say('quote_book', 'ADDED', { kind: 'ADDED', quote: bookQuoteView() })
    expect(linesOf(received)).toEqual(['DIRECT UPDATED r_1', 'ORDER_BOOK ADDED g_11'])
  })
})
