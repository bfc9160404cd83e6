/** One reader whose socket stays open, and one whose socket dies in the middle and resumes from the last number it has. */
import type { Floor } from './floor.ts'
import { openSocket, type Frame } from './wire-socket.ts'

const ORDERS = 12
/** The second reader reads a number of notifications, then its socket dies with the rest in transit, possibly within one decision. */
const NOTIFICATIONS_IN_A_LIFE = 5

/** `repeats`: the notifications that the second reader received twice. */
type Reading = { readonly whole: readonly string[]; readonly pieced: readonly string[]; readonly repeats: readonly string[] }

export async function readBoth(floor: Floor): Promise<Reading> {
  const { maker, product } = floor
  const url = `${product.baseUrl}/v2/drfq/?api-key=${maker.keys.accessKey}&cancel_on_disconnect=false`
  const steady = await floor.socketOf(maker)
  await steady.subscribe('orders')
  const rfqs = await Promise.all(Array.from({ length: ORDERS }, () => floor.ask()))
  const mine = new Set(rfqs.map(({ id }) => id))
  const notificationsIn = (frames: readonly Frame[]) =>
    frames.flatMap(({ params }) => (params?.channel === 'orders' && mine.has(String(params.data['rfq_id'])) ? [params] : []))
  const said = ({ event, data }: Frame['params'] & object): string => `${event} ${String(data['id'])}`

  for (const { id } of rfqs) await floor.quote(id, 'SELL', floor.priceAt(6))
  // One decision, and a notification for every order.
  await maker.must(200, 'DELETE', '/v2/drfq/orders/')
  await steady.frame(() => notificationsIn(steady.frames).length === 2 * ORDERS, 'every message')
  const whole = notificationsIn(steady.frames)

  const { seq_group, seq_num } = whole[0]!.meta
  let last = seq_num - 1
  const pieced: string[] = []
  const repeats: string[] = []
  for (let life = 0; life < 3 * ORDERS && pieced.length < whole.length; life++) {
    const socket = await openSocket(url)
    socket.send({ id: 1, jsonrpc: '2.0', method: 'subscribe', params: { channel: 'orders', from_seq: { [seq_group]: last } } })
    const isNews = () => notificationsIn(socket.frames).some((notification) => !pieced.includes(said(notification)))
    await socket.frame(isNews, 'something new')
    const read = notificationsIn(socket.frames).slice(0, NOTIFICATIONS_IN_A_LIFE + life)
    await socket.close()
    for (const notification of read) {
      ;(pieced.includes(said(notification)) ? repeats : pieced).push(said(notification))
      last = notification.meta.seq_num
    }
  }
  await steady.close()
  return { whole: whole.map(said), pieced, repeats }
}
