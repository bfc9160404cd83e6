/** The second socket of the page: the order-book flow through its own door, beside the direct flow's. */
import type { ChannelMessage, Socket, SocketState, Subscription } from '@parley/client'
import type { GroupBase, PlatformStateView } from '@parley/contracts'
import { create } from 'zustand'
import { client } from './api.ts'
import type { Change } from './collection.ts'
import { serverNow } from './connection.ts'
import { createFrame } from './frame.ts'
import { announceGroup } from './group-notices.ts'
import {
  applyGroupHeard,
  type GroupChannel,
  type GroupHeard,
  nothingHeardOfGroup,
  nothingOfGroup,
  sweepGroup,
  useGroupLive,
} from './group-store.ts'
import { limits } from './limits.ts'
import { usePlatform } from './platform.ts'

export type GroupConnection = {
  readonly state: SocketState
  /** Channels the server would not give, with its words. */
  readonly refused: Readonly<Record<string, string>>
}

const closed: GroupConnection = { state: 'CLOSED', refused: {} }
export const useGroupConnection = create<GroupConnection>(() => closed)

/** The object that a channel's data carry beside their kind. */
const memberOf = {
  rfq: 'rfq',
  quote: 'quote',
  quote_book: 'quote',
  order: 'order',
  trade: 'trade',
  trade_tape: 'trade',
} as const satisfies Record<GroupChannel, string>

/** Starts for a signed-in user under the base that counts now; the answer stops it and forgets what was heard. */
export function connectGroup(base: GroupBase): () => void {
  const opened = client.socket({ cancelOnDisconnect: false, door: base })
  const frame = createFrame(nothingHeardOfGroup, (heard) => {
    const before = useGroupLive.getState()
    useGroupLive.setState(applyGroupHeard(before, heard), true)
    announceGroup(before, heard)
  })
  const subscriptions = [
    ...subscribeAll(opened, frame.heard),
    opened.subscribe<PlatformStateView>('platform_state', ({ data, event }) => {
      if (event !== 'SNAPSHOT') usePlatform.setState({ platform: data })
    }),
  ]
  const become = (state: SocketState) => useGroupConnection.setState({ state })
  const stopListening = opened.onState(become)
  become(opened.state())
  const ticking = setInterval(() => useGroupLive.setState((live) => sweepGroup(live, serverNow()), true), limits.sweepMs)
  return () => {
    clearInterval(ticking)
    frame.stop()
    for (const subscription of subscriptions) subscription.unsubscribe()
    stopListening()
    opened.close()
    useGroupConnection.setState(closed, true)
    useGroupLive.setState(nothingOfGroup, true)
    usePlatform.setState({ platform: undefined })
  }
}

function subscribeAll(opened: Socket, heard: () => GroupHeard): readonly Subscription[] {
  const list = <Channel extends GroupChannel>(channel: Channel) =>
    opened.subscribe<Told>(channel, (message) => void (heard()[channel] as Change<unknown>[]).push(changeOf(message, memberOf[channel])), {
      snapshot: true,
      onRefused: refused(channel),
    })
  return (Object.keys(memberOf) as GroupChannel[]).map(list)
}

type Told = Readonly<Record<string, unknown>>

/** Every message is `{kind, <object>}`; what becomes of the object stands in the frame's own word. */
export const changeOf = (message: ChannelMessage<Told>, member: string): Change<unknown> =>
  message.event === 'SNAPSHOT'
    ? { event: 'SNAPSHOT', data: message.data.map((one) => one[member]) }
    : { event: message.event, data: message.data[member] }

const refused = (channel: string) => (words: string) =>
  useGroupConnection.setState(({ refused: before }) => ({ refused: { ...before, [channel]: words } }))
