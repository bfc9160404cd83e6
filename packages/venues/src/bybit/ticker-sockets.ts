/** Opens as many sockets as the topics need, because the topics of one connection have a maximum total length. When one is lost, all are closed. */
import { TOPIC_CHARACTERS } from './limits.ts'
import { openTickerSocket, type TickerSocket, type TickerSocketOptions } from './ticker-socket.ts'

type TopicSocket = { readonly socket: TickerSocket; readonly topics: Set<string>; characters: number }
export type Category = 'linear' | 'inverse' | 'option'

export interface TickerSockets {
  /** Rejects when one of the sockets does not open. */
  add(category: Category, topics: readonly string[]): Promise<void>
  remove(topics: readonly string[]): void
  close(): void
}

export type TickerSocketsOptions = Omit<TickerSocketOptions, 'url'> & { readonly streamUrl: string }

export function createTickerSockets({ streamUrl, onClosed, ...options }: TickerSocketsOptions): TickerSockets {
  const sockets: Record<Category, TopicSocket[]> = { linear: [], inverse: [], option: [] }
  let isClosed = false
  const close = (): void => {
    isClosed = true
    for (const { socket } of [...sockets.linear, ...sockets.inverse, ...sockets.option]) socket.close()
  }
  const lost = (): void => {
    if (isClosed) return
    close()
    onClosed()
  }
  const openTopicSocket = async (category: Category): Promise<TopicSocket> => {
    const socket = await openTickerSocket({ ...options, url: `${streamUrl}/v5/public/${category}`, onClosed: lost })
    if (isClosed) {
      socket.close()
      throw new Error('a socket to the venue was lost')
    }
    const one = { socket, topics: new Set<string>(), characters: 0 }
    sockets[category].push(one)
    return one
  }
  return {
    add: async (category, topics) => {
      const left = [...topics]
      while (left.length > 0) {
        const one =
          sockets[category].find(({ characters }) => characters + left[0]!.length <= TOPIC_CHARACTERS) ?? (await openTopicSocket(category))
        const batch: string[] = []
        while (left.length > 0 && one.characters + left[0]!.length <= TOPIC_CHARACTERS) {
          const topic = left.shift()!
          one.characters += topic.length
          one.topics.add(topic)
          batch.push(topic)
        }
        one.socket.subscribe(batch)
      }
    },
    remove: (topics) => {
      for (const one of [...sockets.linear, ...sockets.inverse, ...sockets.option]) {
        const own = topics.filter((topic) => one.topics.delete(topic))
        one.characters -= own.reduce((sum, topic) => sum + topic.length, 0)
        one.socket.unsubscribe(own)
      }
    },
    close,
  }
}
