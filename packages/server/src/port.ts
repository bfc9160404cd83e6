/** The port at which the product is served. */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { httpLimits } from './api/http/limits.ts'
import { StartProblem } from './database/start-problem.ts'

/** Returns the address. Throws a StartProblem if the port is not available. */
export async function listen(server: Server, port: number, host: string): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenProblem(error, port, host)))
    server.listen(port, host, resolve)
  })
  const { port: taken } = server.address() as AddressInfo
  return `http://${host === '127.0.0.1' || host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${taken}`
}

function listenProblem(error: NodeJS.ErrnoException, port: number, host: string): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartProblem('PortInUse', `Port ${port} is in use; stop what uses it, or choose another with PORT=${port + 1}.`, error)
    case 'EACCES':
      return new StartProblem(
        'PortInUse',
        `Port ${port} needs rights this user does not have; choose one above 1023 with PORT=4000.`,
        error,
      )
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
    case 'EAFNOSUPPORT':
      return new StartProblem(
        'AddressMissing',
        `HOST is ${host}, which is not an address of this machine; set it to one, such as 127.0.0.1, or to 0.0.0.0 for all.`,
        error,
      )
    case undefined:
    default:
      return error
  }
}

/** Accepts no new requests. Those in flight may finish. */
export async function stop(server: Server): Promise<void> {
  if (!server.listening) return
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const idle = setInterval(() => server.closeIdleConnections(), httpLimits.idleLookMs)
  const impatient = setTimeout(() => server.closeAllConnections(), httpLimits.drainMs)
  await closed
  clearInterval(idle)
  clearTimeout(impatient)
}
