/** Opens as many sockets as the topics need, because the topics of one connection have a maximum total length. When one is lost, all are closed. */
import { TOPIC_CHARACTERS } from './limits.ts'
import { openTickerSocket, type TickerSocket, type TickerSocketOptions } from './ticker-socket.ts'

type Line = { readonly socket: TickerSocket; readonly topics: Set<string>; characters: number }
export type Category = 'linear' | 'inverse' | 'option'

export interface TickerSockets {
  /** Rejects when one of the sockets does not open. */
  add(category: Category, topics: readonly string[]): Promise<void>
  remove(topics: readonly string[]): void
  close(): void
}

export type TickerSocketsOptions = Omit<TickerSocketOptions, 'url'> & { readonly streamUrl: string }

export function createTickerSockets({ streamUrl, onClosed, ...options }: TickerSocketsOptions): TickerSockets {
  const lines: Record<Category, Line[]> = { linear: [], inverse: [], option: [] }
  let isClosed = false
  const close = (): void => {
    isClosed = true
    for (const { socket } of [...lines.linear, ...lines.inverse, ...lines.option]) socket.close()
  }
  const lost = (): void => {
    if (isClosed) return
    close()
    onClosed()
  }
  const openLine = async (category: Category): Promise<Line> => {
    const socket = await openTickerSocket({ ...options, url: `${streamUrl}/v5/public/${category}`, onClosed: lost })
    if (isClosed) {
      socket.close()
      throw new Error('a socket to the venue was lost')
    }
    const line = { socket, topics: new Set<string>(), characters: 0 }
    lines[category].push(line)
    return line
  }
  return {
    add: async (category, topics) => {
      const left = [...topics]
      while (left.length > 0) {
        const line =
          lines[category].find(({ characters }) => characters + left[0]!.length <= TOPIC_CHARACTERS) ?? (await openLine(category))
        const batch: string[] = []
        while (left.length > 0 && line.characters + left[0]!.length <= TOPIC_CHARACTERS) {
          const topic = left.shift()!
          line.characters += topic.length
          line.topics.add(topic)
          batch.push(topic)
        }
        line.socket.subscribe(batch)
      }
    },
    remove: (topics) => {
      for (const line of [...lines.linear, ...lines.inverse, ...lines.option]) {
        const own = topics.filter((topic) => line.topics.delete(topic))
        line.characters -= own.reduce((sum, topic) => sum + topic.length, 0)
        line.socket.unsubscribe(own)
      }
    },
    close,
  }
}
