/** The connections of an installation's processes to its nats-server, which can be stopped and started, and cut in the middle of a reply. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { startNats } from '@parley/simulator'

/** The reply of an owner to NATS, or the same reply from NATS to the process that asked. */
export type ReplyPart = 'FROM_OWNER' | 'TO_CALLER'
/** Replies begin with a version (decision 1052). Those about auctions are encrypted, so they are not JSON (decision 1048). */
export type ReplyAbout = 'ANY' | 'BID'

export type NatsLink = {
  readonly url: string
  /** Ends the server, and with it every connection. None is accepted until the next start. */
  stopServer(): Promise<void>
  startServer(): Promise<void>
  /** Cuts the next connection that carries a reply, in the middle of it. Resolves when it is cut. */
  cutInReply(part: ReplyPart, about: ReplyAbout): Promise<void>
  /** From now on nothing arrives from the process or at it, on connections that are open and on new ones. No connection is closed. */
  cutOff(pid: number): void
  /** Its connections can be made again. */
  rejoin(): void
  close(): Promise<void>
}

const HEADERS: Readonly<Record<ReplyPart, Readonly<Record<ReplyAbout, RegExp>>>> = {
  FROM_OWNER: { ANY: /(?:^|\n)PUB _INBOX\.\S+ (\d+)\r\n/, BID: /(?:^|\n)PUB _INBOX\.\S+ (\d+)\r\n(?=\d+ [^{])/ },
  TO_CALLER: { ANY: /(?:^|\n)MSG _INBOX\.\S+ \S+ (\d+)\r\n/, BID: /(?:^|\n)MSG _INBOX\.\S+ \S+ (\d+)\r\n(?=\d+ [^{])/ },
}

/** `settingsFile` is written at each start of the server. */
export async function openNatsLink(settingsFile: string): Promise<NatsLink> {
  let nats: Awaited<ReturnType<typeof startNats>> | undefined = await startNats(settingsFile)
  let cut: { readonly part: ReplyPart; readonly about: ReplyAbout; readonly done: () => void } | undefined
  const open = new Set<() => void>()
  let isolated: { readonly pid: number; readonly ends: (() => void)[] } | undefined
  const server = createServer((client) => {
    if (nats === undefined) return void client.destroy()
    const upstream = connect(Number(new URL(nats.url).port), '127.0.0.1')
    const end = (): void => {
      open.delete(end)
      client.destroy()
      upstream.destroy()
    }
    open.add(end)
    for (const one of [client, upstream]) one.on('error', end).on('close', end)
    let pid: number | undefined
    const isLost = (): boolean => {
      if (isolated === undefined || pid !== isolated.pid) return false
      isolated.ends.push(end)
      return true
    }
    const carry = (from: Socket, to: Socket, part: ReplyPart) =>
      from.on('data', (chunk: Buffer) => {
        pid ??= processOf(chunk)
        if (isLost()) return
        const half = cut?.part === part ? endOfHalfReply(chunk, cut) : undefined
        if (half === undefined) return void to.write(chunk)
        const { done } = cut!
        cut = undefined
        // Written bytes have to be sent before the end.
        to.write(chunk.subarray(0, half), () => setImmediate(() => (end(), done())))
      })
    carry(client, upstream, 'FROM_OWNER')
    carry(upstream, client, 'TO_CALLER')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stopServer = async (): Promise<void> => {
    const running = nats
    nats = undefined
    await running?.stop()
    for (const end of [...open]) end()
  }
  return {
    url: `nats://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stopServer,
    async startServer() {
      nats ??= await startNats(settingsFile)
    },
    cutInReply: (part, about) => new Promise((done) => (cut = { part, about, done })),
    cutOff: (pid) => void (isolated = { pid, ends: [] }),
    rejoin() {
      const ends = isolated?.ends ?? []
      isolated = undefined
      // Half of a message may be lost, so they cannot go on.
      for (const end of ends) end()
    },
    async close() {
      await stopServer()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Each process of Parley names itself when it connects. */
function processOf(chunk: Buffer): number | undefined {
  const found = /"name":"parley (\d+)"/.exec(chunk.toString('latin1'))
  return found === null ? undefined : Number(found[1])
}

/** The place in the middle of the first reply in the chunk. Undefined without one. */
function endOfHalfReply(chunk: Buffer, { part, about }: { readonly part: ReplyPart; readonly about: ReplyAbout }): number | undefined {
  const found = HEADERS[part][about].exec(chunk.toString('latin1'))
  return found === null ? undefined : found.index + found[0].length + Math.floor(Number(found[1]) / 2)
}
