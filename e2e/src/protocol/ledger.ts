/** One reader whose socket stays, and one whose socket dies in the middle and resumes from the last number it has. */
import type { Floor } from './floor.ts'
import { openSocket, type Frame } from './wire-socket.ts'

const ORDERS = 12
/** The second reader's socket dies after so many notes. */
const LIVES = 3

type Reading = { readonly whole: readonly string[]; readonly pieced: readonly string[] }

export async function readBoth(floor: Floor, channel: string): Promise<Reading> {
  const { maker, product } = floor
  const url = `${product.baseUrl}/v2/drfq/?api-key=${maker.keys.accessKey}&cancel_on_disconnect=false`
  const steady = await floor.socketOf(maker)
  await steady.subscribe(channel)
  const rfqs = await Promise.all(Array.from({ length: ORDERS }, () => floor.ask()))
  const mine = new Set(rfqs.map(({ id }) => id))
  const notesIn = (frames: readonly Frame[]) =>
    frames.flatMap(({ params }) => (params?.channel === channel && mine.has(String(params.data['rfq_id'])) ? [params] : []))

  let ended = false
  const dealing = (async () => {
    for (const { id } of rfqs) {
      const order = await floor.quote(id, 'SELL', floor.priceAt(6))
      await maker.must(204, 'DELETE', `/v2/drfq/orders/${order.id}/`)
    }
    ended = true
  })()

  const pieced: string[] = []
  const last = new Map<number, number>()
  // Where it begins: the position before the first note.
  const beginning = await steady.frame(
    ({ params }) => params?.channel === channel && mine.has(String(params.data['rfq_id'])),
    'a first note',
  )
  const first = beginning.params!.meta
  last.set(first.seq_group, first.seq_num - 1)
  for (let life = 0; life < 100 && !(ended && pieced.length >= notesIn(steady.frames).length && pieced.length >= 2 * ORDERS); life++) {
    const socket = await openSocket(url)
    socket.send({ id: 1, jsonrpc: '2.0', method: 'subscribe', params: { channel, from_seq: Object.fromEntries(last) } })
    await socket.frame(({ id }) => id === 1, 'an answer')
    const isLast = pieced.length + LIVES >= 2 * ORDERS
    await socket.frame(() => notesIn(socket.frames).length >= (isLast ? 1 : LIVES), 'the next notes')
    const notes = notesIn(socket.frames)
    await socket.close()
    for (const { event, data, meta } of notes) {
      pieced.push(`${meta.seq_num} ${event} ${String(data['id'])}`)
      last.set(meta.seq_group, meta.seq_num)
    }
  }
  await dealing
  const whole = notesIn(steady.frames).map(({ event, data, meta }) => `${meta.seq_num} ${event} ${String(data['id'])}`)
  await steady.close()
  return { whole, pieced }
}
