/** nats-server, if it is installed: its own WebSocket, fed by one publisher over TCP. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { FIRST_SEQ, type Published, type Side } from './fan-out-sides.ts'
import { freePort } from './own-demo.ts'

const SUBJECT = 'tape'
const START_TRIES = 100
const TRY_EVERY_MS = 50

export async function natsServer({ textOf }: Published): Promise<Side | undefined> {
  const program = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']
    .map((folder) => join(folder, 'nats-server'))
    .find(existsSync)
  if (program === undefined) return undefined
  const [port, socketPort] = [await freePort(), await freePort()]
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  const settings = join(folder, 'nats.conf')
  writeFileSync(
    settings,
    `listen: "127.0.0.1:${port}"\nwebsocket { listen: "127.0.0.1:${socketPort}", no_tls: true, compression: false }\n`,
  )
  const server = spawn(program, ['-c', settings], { stdio: 'ignore' })
  const stop = () => server.kill()
  // A failing benchmark must not leave it running.
  process.once('exit', stop)
  const publisher = await connected(port, server)
  publisher.resume()
  publisher.write('CONNECT {"verbose":false,"pedantic":false}\r\n')
  await (await connected(socketPort, server)).destroy()
  let seq = FIRST_SEQ
  const size = textOf(seq).length
  return {
    port: socketPort,
    path: '/',
    subscribe: `CONNECT {"verbose":false,"pedantic":false}\r\nSUB ${SUBJECT} 1\r\nPING\r\n`,
    subscribed: 'PONG\r\n',
    messageBytes: `MSG ${SUBJECT} 1 ${size}\r\n`.length + size + 2,
    greetings: 0,
    say: (events) => {
      let text = ''
      for (let n = 0; n < events; n++) text += `PUB ${SUBJECT} ${size}\r\n${textOf(++seq)}\r\n`
      publisher.write(text)
    },
    close: async () => {
      publisher.destroy()
      const ended = once(server, 'exit')
      stop()
      process.off('exit', stop)
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function connected(port: number, server: ChildProcess): Promise<Socket> {
  for (let tries = 0; tries < START_TRIES && server.exitCode === null; tries++) {
    const socket = connect(port, '127.0.0.1')
    try {
      await once(socket, 'connect')
      return socket
    } catch {
      await delay(TRY_EVERY_MS)
    }
  }
  throw new Error('nats-server did not start')
}
