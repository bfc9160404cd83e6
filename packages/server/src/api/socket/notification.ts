/** A notification as text. The part that is the same for all readers is written only once. `server_time` is the time of writing, in ms. */
import { rowsOf, type ChannelList } from '../../calls/channel.ts'
import type { Notification } from '../../engine/engine.ts'
import type { Position } from './position.ts'

const dataTexts = new WeakMap<object, string>()

function dataText(data: object): string {
  let text = dataTexts.get(data)
  if (text === undefined) dataTexts.set(data, (text = JSON.stringify(data)))
  return text
}

const opening = (channel: string): string =>
  `{"jsonrpc":"2.0","method":"subscription","params":{"channel":${JSON.stringify(channel)},"data":`

/** `seq_left` and `prev_seq_left` are left out if they are zero, which is nearly always the case. */
export function notificationText(
  channel: string,
  {
    data,
    event,
    shard,
    text = dataText(data),
  }: Pick<Notification, 'data' | 'event' | 'text'> & { readonly shard: Pick<Notification['shard'], 'group'> },
  { seq, left }: Position,
  previous: Position | undefined,
  serverTime = Date.now(),
): string {
  const before = previous === undefined ? '' : `,"prev_seq_num":${previous.seq}${leftText('prev_seq_left', previous.left)}`
  const position = `"seq_group":${shard.group},"seq_num":${seq}${leftText('seq_left', left)}${before}`
  return `${opening(channel)}${text},"event":"${event}","meta":{${position},"server_time":${serverTime}}}}`
}

const leftText = (name: string, left: number): string => (left === 0 ? '' : `,"${name}":${left}`)

/** With several groups, `positions` contains the position of each. seq_group and seq_num belong to the only group, or are 0. */
export function snapshotText(channel: string, list: ChannelList, positions: ReadonlyMap<number, number>, serverTime = Date.now()): string {
  const [group, seq] = positions.size === 1 ? [...positions][0]! : [0, 0]
  const cut = 'cut' in list ? { truncated: true } : {}
  const meta = { seq_group: group, seq_num: seq, positions: Object.fromEntries(positions), ...cut, server_time: serverTime }
  return `${opening(channel)}[${rowsOf(list).map(dataText).join()}],"event":"SNAPSHOT","meta":${JSON.stringify(meta)}}}`
}

export const streamText = (channel: string, data: object, seq: number, serverTime = Date.now()): string =>
  `${opening(channel)}${dataText(data)},"meta":{"seq_group":0,"seq_num":${seq},"server_time":${serverTime}}}}`
