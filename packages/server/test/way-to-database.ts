/** A proxy to a database, for tests in which its connections break or it is unavailable. */
import { connect as connectTo, createServer, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export type Way = {
  readonly url: string
  /** Connections so far. */
  made: number
  /** How many connections to cut at the moment they start to listen. */
  cutsToCome: number
  cut(): void
  /** From now on nothing listens at its address, and all connections are cut. */
  close(): Promise<void>
  open(): Promise<void>
}

/** Counts and cuts connections: the existing ones, and new ones at the moment they start to listen. Ends with the test. */
export async function wayTo(url: string): Promise<Way> {
  const there = new URL(url)
  const folder = there.searchParams.get('host')
  const port = Number(there.port || 5432)
  const upstream = () => (folder === null ? connectTo(port, there.hostname) : connectTo(`${folder}/.s.PGSQL.${port}`))
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    const database = upstream()
    way.made += 1
    open.add(socket)
    socket.on('data', (said) => {
      if (way.cutsToCome === 0 || !said.includes('listen')) return void database.write(said)
      way.cutsToCome -= 1
      socket.destroy()
    })
    database.on('data', (said) => socket.write(said))
    socket.on('error', () => undefined).on('close', () => (open.delete(socket), database.destroy()))
    database.on('error', () => undefined).on('close', () => socket.destroy())
  })
  let at = 0
  const listen = async () => {
    await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
    at = (server.address() as AddressInfo).port
  }
  await listen()
  there.hostname = '127.0.0.1'
  there.port = String(at)
  there.searchParams.delete('host')
  const way: Way = {
    url: there.href,
    made: 0,
    cutsToCome: 0,
    cut: () => open.forEach((socket) => socket.destroy()),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        way.cut()
      }),
    open: listen,
  }
  onTestFinished(() => (way.cut(), void server.close()))
  return way
}
